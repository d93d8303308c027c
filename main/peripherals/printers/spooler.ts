// The program that gives bytes to a queue of the system: `lp` of CUPS, and on Windows PowerShell with the spooler's own
// calls (winspool.drv), since Windows has no command that takes raw bytes for a queue. The bytes come on its standard
// input and the name of the queue by the environment, so that neither is ever read as a command.
import { win32 } from 'node:path';

export interface Spooler {
  readonly command: string;
  readonly args: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
}

/** Its exit code where it failed before the spooler was given anything. */
export const nothingTaken = 20;

export function spoolerOf(
  queue: string,
  platform: NodeJS.Platform = process.platform,
  environment: NodeJS.ProcessEnv = process.env,
): Spooler {
  const inherited = withoutOwn(environment);
  if (platform !== 'win32')
    return { command: 'lp', args: ['-d', queue, '-o', 'raw', '-s', '--', '-'], environment: inherited };
  return {
    command: powerShell(environment),
    args: ['-NoLogo', '-NoProfile', '-NonInteractive', '-EncodedCommand', encoded(giveRaw)],
    environment: { ...inherited, TILLBRIDGE_QUEUE: queue },
  };
}

/** The names of the queues, one a line. */
export function queueLister(
  platform: NodeJS.Platform = process.platform,
  environment: NodeJS.ProcessEnv = process.env,
): Pick<Spooler, 'command' | 'args'> {
  if (platform !== 'win32') return { command: 'lpstat', args: ['-e'] };
  const script = '[Console]::OutputEncoding = [Text.Encoding]::UTF8; Get-Printer | ForEach-Object { $_.Name }';
  return {
    command: powerShell(environment),
    args: ['-NoLogo', '-NoProfile', '-NonInteractive', '-EncodedCommand', encoded(script)],
  };
}

/** The API key and the passphrase are no matter of a spooler's. */
function withoutOwn(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !/^tillbridge_/i.test(name)));
}

/** By its place in the system: a program of that name elsewhere on the path would be given receipts. */
function powerShell({ SystemRoot = String.raw`C:\Windows` }: NodeJS.ProcessEnv): string {
  return win32.join(SystemRoot, 'System32', 'WindowsPowerShell', 'v1.0', 'powershell.exe');
}

/** As `-EncodedCommand` wants it: no shell reads any character of it. */
function encoded(script: string): string {
  return Buffer.from(script, 'utf16le').toString('base64');
}

/** Opens the queue and writes one raw document. Whatever fails from StartDocPrinter on may have been taken. */
const giveRaw = `
$ErrorActionPreference = 'Stop'
try {
  Add-Type -Namespace Tillbridge -Name Spool -MemberDefinition @'
[StructLayout(LayoutKind.Sequential, CharSet = CharSet.Unicode)]
public struct Document { public string Name; public string File; public string Type; }
[DllImport("winspool.drv", CharSet = CharSet.Unicode, SetLastError = true)]
public static extern bool OpenPrinter(string name, out IntPtr printer, IntPtr defaults);
[DllImport("winspool.drv", CharSet = CharSet.Unicode, SetLastError = true)]
public static extern int StartDocPrinter(IntPtr printer, int level, ref Document document);
[DllImport("winspool.drv", SetLastError = true)]
public static extern bool StartPagePrinter(IntPtr printer);
[DllImport("winspool.drv", SetLastError = true)]
public static extern bool WritePrinter(IntPtr printer, byte[] bytes, int count, out int written);
[DllImport("winspool.drv", SetLastError = true)]
public static extern bool EndPagePrinter(IntPtr printer);
[DllImport("winspool.drv", SetLastError = true)]
public static extern bool EndDocPrinter(IntPtr printer);
[DllImport("winspool.drv", SetLastError = true)]
public static extern bool ClosePrinter(IntPtr printer);
'@
  $given = New-Object IO.MemoryStream
  [Console]::OpenStandardInput().CopyTo($given)
  $bytes = $given.ToArray()
  $printer = [IntPtr]::Zero
  if (-not [Tillbridge.Spool]::OpenPrinter($env:TILLBRIDGE_QUEUE, [ref]$printer, [IntPtr]::Zero)) { exit ${nothingTaken} }
} catch { exit ${nothingTaken} }
try {
  $document = New-Object Tillbridge.Spool+Document
  $document.Name = 'Tillbridge'
  $document.Type = 'RAW'
  if ([Tillbridge.Spool]::StartDocPrinter($printer, 1, [ref]$document) -eq 0) { exit 1 }
  if (-not [Tillbridge.Spool]::StartPagePrinter($printer)) { exit 1 }
  $written = 0
  if (-not [Tillbridge.Spool]::WritePrinter($printer, $bytes, $bytes.Length, [ref]$written)) { exit 1 }
  if ($written -ne $bytes.Length) { exit 1 }
  if (-not [Tillbridge.Spool]::EndPagePrinter($printer)) { exit 1 }
  if (-not [Tillbridge.Spool]::EndDocPrinter($printer)) { exit 1 }
  exit 0
} catch { exit 1 } finally { [void][Tillbridge.Spool]::ClosePrinter($printer) }
`;
