// Charges an order at the terminal, once, whatever is lost or killed in between.
//
//   ChargeOnce --url http://127.0.0.1:8420 --access access.json --terminal VIRTUAL-1 --folder charges ORDER-1001 1234 EUR
//
// access.json is what `token create --json` printed. Run it again with the same order after anything at all (a crash, a
// power cut, a lost answer): it goes on with what it began, and a new charge is only made after the last one failed.
//
// It prints one line of JSON and ends with 0: paid, 1: not paid and no money moved, 2: not known yet (run it again),
// 3: a person has to decide at the till (run it again afterwards).
using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Text;
using System.Threading;
using Tillbridge;

public static class ChargeOnce
{
    private static readonly string[] NotCharged = { "failed", "cancelled", "expired", "refused" };

    public static int Main(string[] args)
    {
        Console.OutputEncoding = new UTF8Encoding(false);
        var named = new Dictionary<string, string> { { "--folder", "charges" }, { "--seconds", "120" } };
        var rest = new List<string>();
        for (int i = 0; i < args.Length; i++)
        {
            if (args[i].StartsWith("--", StringComparison.Ordinal) && i + 1 < args.Length) named[args[i]] = args[++i];
            else rest.Add(args[i]);
        }
        long minor;
        if (rest.Count != 3 || !named.ContainsKey("--url") || !named.ContainsKey("--access") || !named.ContainsKey("--terminal")
            || !long.TryParse(rest[1], NumberStyles.None, CultureInfo.InvariantCulture, out minor))
        {
            Console.Error.WriteLine("usage: ChargeOnce --url URL --access FILE --terminal ID [--folder DIR] [--seconds N] ORDER MINOR CURRENCY");
            return 64;
        }
        var access = (Dictionary<string, object>)Json.Parse(File.ReadAllText(named["--access"]));
        var bridge = new TillbridgeClient(named["--url"], (string)access["token"], (Dictionary<string, object>)access["identity"]);
        var charge = Begin(named["--folder"], rest[0], TillbridgeClient.Minor(minor, rest[2]), named["--terminal"]);
        CarryOut(bridge, charge, TimeSpan.FromSeconds(double.Parse(named["--seconds"], CultureInfo.InvariantCulture)));
        Console.WriteLine(Json.Write(new Dictionary<string, object>
        {
            { "order", rest[0] }, { "transId", charge.Body["transId"] }, { "state", charge.State },
        }));
        if (charge.State == "succeeded") return 0;
        if (NotCharged.Contains(charge.State)) return 1;
        return charge.State == "needs-person" ? 3 : 2;
    }

    /// <summary>One attempt to charge an order, as it stands in our own file.</summary>
    private sealed class Charge
    {
        internal string File;
        internal long Attempt;
        internal string RequestId;
        internal Dictionary<string, object> Body;
        internal string State;

        /// <summary>On the disk, whole or not at all, when this returns.</summary>
        internal void Keep()
        {
            var text = Json.Write(new Dictionary<string, object>
            {
                { "attempt", Attempt }, { "requestId", RequestId }, { "body", Body }, { "state", State },
            });
            var next = File + "." + TillbridgeClient.NewRequestId() + ".new";
            using (var stream = new FileStream(next, FileMode.CreateNew))
            {
                var bytes = Encoding.UTF8.GetBytes(text);
                stream.Write(bytes, 0, bytes.Length);
                stream.Flush(true);
            }
            if (System.IO.File.Exists(File)) System.IO.File.Replace(next, File, null);
            else System.IO.File.Move(next, File);
        }
    }

    /// <summary>The last attempt; a new one where there is none, or where the last one is known to have charged nothing.</summary>
    private static Charge Begin(string folder, string order, Dictionary<string, object> amount, string terminal)
    {
        Directory.CreateDirectory(folder);
        var file = Path.Combine(folder, Uri.EscapeDataString(order) + ".json");
        // Two of this program that begin the same order take turns.
        using (Locked(file + ".lock"))
        {
            var kept = File.Exists(file) ? (Dictionary<string, object>)Json.Parse(File.ReadAllText(file)) : null;
            var charge = new Charge { File = file };
            if (kept != null && !NotCharged.Contains((string)kept["state"]))
            {
                charge.Attempt = (long)kept["attempt"];
                charge.RequestId = (string)kept["requestId"];
                charge.Body = (Dictionary<string, object>)kept["body"];
                charge.State = (string)kept["state"];
                return charge;
            }
            charge.Attempt = kept == null ? 1 : (long)kept["attempt"] + 1;
            charge.RequestId = TillbridgeClient.NewRequestId();
            charge.Body = new Dictionary<string, object>
            {
                { "transId", order + "-" + charge.Attempt.ToString(CultureInfo.InvariantCulture) },
                { "posTerminalId", terminal },
                { "amount", amount },
            };
            charge.State = "to-send";
            // With the request id that every sending will have.
            charge.Keep();
            return charge;
        }
    }

    private static FileStream Locked(string file)
    {
        while (true)
        {
            try { return new FileStream(file, FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.None); }
            catch (IOException) { Thread.Sleep(50); }
        }
    }

    /// <summary>Sends it under its request id until there is an answer, and waits for the end. Also right when it was sent
    /// before.</summary>
    private static void CarryOut(TillbridgeClient bridge, Charge charge, TimeSpan most)
    {
        var ends = DateTime.UtcNow + most;
        while (charge.State != "succeeded" && !NotCharged.Contains(charge.State) && DateTime.UtcNow < ends)
        {
            try
            {
                var operation = bridge.Submit("sale", charge.Body, charge.RequestId, 25);
                charge.State = (string)operation["state"];
                charge.Keep();
                var left = ends - DateTime.UtcNow;
                operation = bridge.WaitUntilFinal((string)operation["id"], left < TimeSpan.Zero ? TimeSpan.Zero : left);
                charge.State = (string)operation["state"];
                charge.Keep();
                if (charge.State == "needs-person") return;
            }
            catch (Refused refused)
            {
                // Any other refusal says nothing of an earlier sending: the charge stays open.
                if (!refused.IsConclusive) throw;
                charge.State = "refused";
                charge.Keep();
            }
            catch (TillbridgeException error)
            {
                if (!(error is NotRunning || error is OutcomeUnknown || error is NoAnswer)) throw;
                Console.Error.WriteLine(error.Message);
                Thread.Sleep(1000);
            }
        }
    }
}
