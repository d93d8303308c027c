// Talks to the Tillbridge on this computer. One file, C# 7, nothing but the base class library: .NET 6 or newer, .NET
// Framework 4.7.2 and Mono. Copy it into your project (under Mono with -r:System.Numerics.dll). README.md in this folder
// has an example; ChargeOnce.cs is a whole program.
//
// - A port belongs to the first program that opens it. With an identity (what `token create --json` or a pairing gave),
//   every connection is asked for a signature before a token or a body goes over it.
// - Operations are sent under a request id that you make and store BEFORE you send. The bridge carries each id out at most
//   once, so the same id may be sent again after anything at all.
// - Every error is a TillbridgeException; decide by its class, and by Code where it is Refused.
//
// JSON is a Dictionary<string, object> of string, bool, long, decimal, null, dictionaries and List<object>. A float is
// never written: amounts are whole numbers. One TillbridgeClient may be used by several threads; its calls block.
using System;
using System.Collections;
using System.Collections.Generic;
using System.Diagnostics;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Net;
using System.Net.Sockets;
using System.Numerics;
using System.Security.Cryptography;
using System.Text;
using System.Text.RegularExpressions;
using System.Threading;

namespace Tillbridge
{
    public abstract class TillbridgeException : Exception
    {
        protected TillbridgeException(string message) : base(message) { }
    }

    /// <summary>Nothing listens there, or something that is not Tillbridge (Reason). Nothing was sent to it.</summary>
    public sealed class NotRunning : TillbridgeException
    {
        public readonly string Reason;

        public NotRunning(string reason = "no-connection")
            : base(reason == "no-connection"
                ? "Tillbridge does not answer. Is it running on this computer, at this port?"
                : "Something else than Tillbridge listens at this port. Nothing was sent to it.")
        {
            Reason = reason;
        }
    }

    /// <summary>The bridge does not speak the version of the API that this file is written for. Nothing was sent.</summary>
    public sealed class VersionUnsupported : TillbridgeException
    {
        public VersionUnsupported(string spoken)
            : base("This Tillbridge speaks other versions of the API (" + spoken + ") than this client (v1).") { }
    }

    /// <summary>The program did not prove the identity that you pinned. No token was sent. Reason: another-key, or
    /// relayed (the right key signed, but for another connection: a program stands between).</summary>
    public sealed class IdentityChanged : TillbridgeException
    {
        public readonly string Reason;

        public IdentityChanged(string reason)
            : base(reason == "relayed"
                ? "A program stands between this one and the Tillbridge that was pinned. Find out which program listens at this port."
                : "The program at this port does not hold the key of the Tillbridge that was pinned. It was installed anew, or it is "
                    + "another program. Pin it anew only after somebody has looked.")
        {
            Reason = reason;
        }
    }

    /// <summary>Tillbridge says no. Decide by Code, which is stable; Problem is the whole answer (RFC 9457).</summary>
    public sealed class Refused : TillbridgeException
    {
        public readonly string Code;
        public readonly int Status;
        public readonly Dictionary<string, object> Problem;
        public readonly TimeSpan? RetryAfter;

        public Refused(Dictionary<string, object> problem, int status, TimeSpan? retryAfter)
            : base(problem["title"] + ": " + (problem.ContainsKey("detail") ? problem["detail"] : ""))
        {
            Code = (string)problem["code"];
            Status = status;
            Problem = problem;
            RetryAfter = retryAfter;
        }

        /// <summary>Whether it proves that no earlier sending of the same request, by this program, was accepted either. A token
        /// that was made anew is another program: read /v1/operations?transId= before a charge is made again.</summary>
        public bool IsConclusive { get { return Rules.Conclusive.Contains(Code); } }
    }

    /// <summary>An operation was sent and no answer came. Send the same request id with the same body again; never a new
    /// one.</summary>
    public sealed class OutcomeUnknown : TillbridgeException
    {
        public readonly string RequestId;
        public readonly string Kind;

        public OutcomeUnknown(string requestId, string kind)
            : base("Whether the operation " + kind + " was accepted is not known. Send the same request id (" + requestId
                + ") with the same body again; do not make a new request of it.")
        {
            RequestId = requestId;
            Kind = kind;
        }
    }

    /// <summary>A question that changes nothing had no usable answer in time. Ask again.</summary>
    public sealed class NoAnswer : TillbridgeException
    {
        public NoAnswer() : base("No usable answer came in time. Nothing was changed by asking; ask again.") { }
    }

    /// <summary>What is sent again: reads, operations under their request id, and taking one back. The lists are those of
    /// the client for TypeScript (client/src/line/retry.ts), which says why; a test compares them.</summary>
    public static class Rules
    {
        public static readonly HashSet<string> NothingDone = Set("too-many-requests too-many-at-once request-timeout stopping");
        public static readonly HashSet<string> LeftOpen = Set("internal-error storage-failed operation-altered token-revoked");
        public static readonly HashSet<string> Conclusive = Set(
            "request-id-reused invalid-input offline destination-changed queue-full "
            + "refund-exceeds-captured capture-exceeds-authorized capture-not-named refund-limit refunded-elsewhere office-away confirmation-refused "
            + "confirmation-missed confirmation-impossible payment-reversed payment-refunded payment-captured "
            + "reversal-differs dcc-quote-void too-late");
        internal static readonly HashSet<string> PassingForEvents = Set(
            "too-many-requests too-many-at-once stopping too-many-streams sealed internal-error");

        /// <summary>What a bridge may answer in the place of its name. No key is proved by then, so any program can say it:
        /// only codes are believed that say nothing of any request. With any other problem it is not known to be
        /// Tillbridge.</summary>
        internal static readonly HashSet<string> BeforeProof = Set(
            "too-many-requests too-many-at-once request-timeout stopping sealed host-refused");

        private static HashSet<string> Set(string words) { return new HashSet<string>(words.Split(' ')); }
    }

    public sealed class TillbridgeClient
    {
        private static readonly TimeSpan LongestRetryAfter = TimeSpan.FromSeconds(60);
        private readonly Address address;
        private readonly string token;
        private readonly byte[] publicKey;
        private readonly TimeSpan timeout;
        private readonly int maxRetries;
        private readonly List<Connection> idle = new List<Connection>();

        /// <param name="baseUrl">http://127.0.0.1:PORT, as the ready line or the till's settings show it.</param>
        /// <param name="identity">keyId and publicKey (PEM), as `token create --json` or a pairing gave them. Without it the
        /// token goes to any program that calls itself Tillbridge at this port.</param>
        /// <param name="timeout">For a whole call with all its attempts, beside what it asks the bridge to wait.</param>
        public TillbridgeClient(string baseUrl, string token, Dictionary<string, object> identity = null,
            TimeSpan? timeout = null, int maxRetries = 3)
        {
            if (token == null || !Regex.IsMatch(token, "^[!-~]{1,256}\\z"))
                throw new ArgumentException("token must have 1 to 256 visible ASCII characters.");
            address = new Address(baseUrl);
            this.token = token;
            publicKey = identity == null ? null : Ed25519.KeyOf((string)identity["publicKey"]);
            this.timeout = timeout ?? TimeSpan.FromSeconds(30);
            this.maxRetries = maxRetries;
        }

        /// <summary>Minor(1234, "EUR") is 12.34 EUR.</summary>
        public static Dictionary<string, object> Minor(long value, string currency)
        {
            if (value < 1 || value > 9007199254740991L)
                throw new ArgumentException("An amount is a whole number of minor units, from 1.");
            if (currency == null || !Regex.IsMatch(currency, "^[A-Z]{3}\\z"))
                throw new ArgumentException("A currency is an ISO 4217 code of three capital letters.");
            return new Dictionary<string, object> { { "value", value }, { "currency", currency } };
        }

        /// <summary>128 random bits. Store it with what you are about to send, then send.</summary>
        public static string NewRequestId() { return BitConverter.ToString(Chance(16)).Replace("-", "").ToLowerInvariant(); }

        /// <summary>Nothing can change any more. Read state: final is not the same as succeeded.</summary>
        public static bool IsFinal(Dictionary<string, object> operation)
        {
            return new[] { "succeeded", "failed", "cancelled", "expired" }.Contains((string)operation["state"]);
        }

        /// <summary>The operation as it stands; read its state. Throws OutcomeUnknown where it may have been accepted all the
        /// same. requestId is yours: stored before this is called, and the same for every repetition.</summary>
        public Dictionary<string, object> Submit(string kind, Dictionary<string, object> body, string requestId, int waitSeconds = 0)
        {
            CheckRequestId(requestId);
            object message;
            bool byHand = kind == "refund-unreferenced" || (body.TryGetValue("messageType", out message) && "CREDIT".Equals(message));
            // Before a manual refund the till asks a person; no answer comes until then.
            return Call("POST", "/v1/operations/" + Uri.EscapeDataString(kind), body, requestId, kind, waitSeconds, byHand ? 60 : 0);
        }

        /// <summary>With waitSeconds (to 120), answers when it has come to rest, or after so long.</summary>
        public Dictionary<string, object> Operation(string id, int waitSeconds = 0)
        {
            return Call("GET", "/v1/operations/" + Uri.EscapeDataString(id), null, null, null, waitSeconds, 0);
        }

        /// <summary>Takes back what was not sent to the gateway yet; Refused with not-cancellable afterwards.</summary>
        public Dictionary<string, object> Cancel(string id)
        {
            var path = "/v1/operations/" + Uri.EscapeDataString(id) + "/cancel";
            return Call("POST", path, new Dictionary<string, object>(), null, null, 0, 0);
        }

        /// <summary>Any address of the API that is read, with its query: Get("/v1/payments?transId=1001").</summary>
        public Dictionary<string, object> Get(string path) { return Call("GET", path, null, null, null, 0, 0); }

        /// <summary>The devices at the till.</summary>
        public List<object> Devices() { return (List<object>)Get("/v1/devices")["devices"]; }

        /// <summary>The print job as it stands; read its state: only printed is the printer's own word, doubtful is never
        /// printed again by itself. Under the same requestId it is printed once. document: its blocks. onlyAsWritten: refused
        /// where the printer lacks a character or a code does not fit.</summary>
        public Dictionary<string, object> Print(string device, Dictionary<string, object> document, string requestId,
            int waitSeconds = 0, bool onlyAsWritten = false)
        {
            CheckRequestId(requestId);
            var body = new Dictionary<string, object> { { "device", device }, { "document", document }, { "onlyAsWritten", onlyAsWritten } };
            return Call("POST", "/v1/print-jobs", body, requestId, "print", waitSeconds, 0);
        }

        /// <summary>With waitSeconds (to 120), answers when nothing more happens to it by itself, or after so long.</summary>
        public Dictionary<string, object> PrintJob(string id, int waitSeconds = 0)
        {
            return Call("GET", JobPath(id), null, null, null, waitSeconds, 0);
        }

        /// <summary>A page of this program's own jobs in this state, the oldest first, each with its ageSeconds; `next` is null or
        /// the `after` of the next page.</summary>
        public Dictionary<string, object> PrintJobs(string state = "due", string after = null)
        {
            var path = "/v1/print-jobs?state=" + Uri.EscapeDataString(state);
            return Get(after == null ? path : path + "&after=" + Uri.EscapeDataString(after));
        }

        /// <summary>Takes back what is still due; Refused with not-cancellable afterwards.</summary>
        public Dictionary<string, object> CancelPrintJob(string id)
        {
            return Call("POST", JobPath(id) + "/cancel", new Dictionary<string, object>(), null, null, 0, 0);
        }

        /// <summary>For a doubtful job, after somebody has looked. reprint: it did not come out, print it again, marked COPY.</summary>
        public Dictionary<string, object> DecidePrintJob(string id, bool cameOut, bool reprint = false)
        {
            var body = new Dictionary<string, object> { { "cameOut", cameOut }, { "reprint", reprint } };
            return Call("POST", JobPath(id) + "/decide", body, null, null, 0, 0);
        }

        /// <summary>One pulse for each requestId, however often it is sent; without one, for each call. result: opened, or unknown
        /// where the line broke.</summary>
        public Dictionary<string, object> OpenDrawer(string drawer, string reason, string requestId = null)
        {
            requestId = requestId ?? NewRequestId();
            CheckRequestId(requestId);
            var path = "/v1/drawers/" + Uri.EscapeDataString(drawer) + "/open";
            return Call("POST", path, new Dictionary<string, object> { { "reason", reason } }, requestId, "drawer", 0, 0);
        }

        /// <summary>Two lines of 20 characters on a customer's display; none clear it. While a payment runs the till shows that, and
        /// these after it (shown). Nothing of it is stored: write it again after a restart.</summary>
        public Dictionary<string, object> WriteDisplay(string display, IEnumerable<string> lines)
        {
            var body = new Dictionary<string, object> { { "lines", lines.Cast<object>().ToList() } };
            return Call("PUT", "/v1/displays/" + Uri.EscapeDataString(display), body, null, null, 0, 0);
        }

        private static string JobPath(string id) { return "/v1/print-jobs/" + Uri.EscapeDataString(id); }

        private static void CheckRequestId(string requestId)
        {
            if (requestId == null || !Regex.IsMatch(requestId, "^[!-~]{1,255}\\z"))
                throw new ArgumentException("requestId must have 1 to 255 visible ASCII characters.");
        }

        /// <summary>Where this program's events are sent; null where they are not.</summary>
        public Dictionary<string, object> Webhook() { return (Dictionary<string, object>)Get("/v1/webhook")["webhook"]; }

        /// <summary>Asks for events to be sent there (null ends it); a person allows it. The secret of the signatures is in this
        /// answer only, and each call is a new registration.</summary>
        public Dictionary<string, object> SetWebhook(string url)
        {
            var body = new Dictionary<string, object> { { "url", url } };
            return Call("POST", "/v1/webhook", body, null, null, 0, 0);
        }

        /// <summary>Whether what came to the address of a webhook is from the bridge: check it before you believe anything.
        /// `secret` is that of SetWebhook, `timestamp` and `signature` the headers Tillbridge-Timestamp and
        /// Tillbridge-Signature, `body` the bytes as they came. False for what is older or newer than five minutes.</summary>
        public static bool IsFromTheBridge(string secret, string timestamp, string signature, byte[] body, DateTimeOffset? now = null)
        {
            if (!Regex.IsMatch(timestamp ?? "", "^[0-9]{1,12}\\z") || !Regex.IsMatch(signature ?? "", "^v1=[0-9a-f]{64}\\z")) return false;
            var seconds = (now ?? DateTimeOffset.UtcNow).ToUnixTimeSeconds();
            if (Math.Abs(seconds - long.Parse(timestamp, CultureInfo.InvariantCulture)) > 300) return false;
            byte[] expected;
            using (var hash = new HMACSHA256(Encoding.UTF8.GetBytes(secret)))
                expected = hash.ComputeHash(Encoding.UTF8.GetBytes(timestamp + ".").Concat(body).ToArray());
            var text = BitConverter.ToString(expected).Replace("-", "").ToLowerInvariant();
            int differs = 0;
            // Compares every character, so that the time it takes tells nothing.
            for (int at = 0; at < text.Length; at++) differs |= text[at] ^ signature[3 + at];
            return differs == 0;
        }

        /// <summary>Waits until nothing can change any more. Returns earlier after `limit`, and where only a person can settle
        /// it: then it is not final.</summary>
        public Dictionary<string, object> WaitUntilFinal(string id, TimeSpan? limit = null)
        {
            var ends = limit == null ? null : new Deadline(limit.Value);
            for (int wait = 0; ; wait = 25)
            {
                var left = ends == null ? 86400.0 : ends.LeftSeconds;
                var operation = Operation(id, (int)Math.Min(wait, Math.Max(0, left)));
                if (IsFinal(operation) || (string)operation["state"] == "needs-person") return operation;
                left = ends == null ? 86400.0 : ends.LeftSeconds;
                if (left <= 0) return operation;
                // The bridge cannot wait for less than a second.
                if (left < 1) Thread.Sleep(TimeSpan.FromSeconds(left));
            }
        }

        /// <summary>The position before the first event of a bridge.</summary>
        public static Dictionary<string, object> Beginning
        {
            get { return new Dictionary<string, object> { { "seq", 0L }, { "hash", null }, { "journal", null } }; }
        }

        /// <summary>What happens at the till, as it happens, each record once, over lost lines and restarts. `after`: the
        /// Position of an earlier event, as you stored it (it is plain JSON); Beginning: all
        /// there is; null: from now on. Throws only where going on is pointless.</summary>
        public IEnumerable<Event> Events(Dictionary<string, object> after = null)
        {
            var position = after;
            for (int failures = 0; ; failures++)
            {
                TimeSpan? floor = null;
                IEnumerator<Event> line = Line(position).GetEnumerator();
                try
                {
                    while (true)
                    {
                        try
                        {
                            if (!line.MoveNext()) break;
                        }
                        catch (Refused refused)
                        {
                            if (!Rules.PassingForEvents.Contains(refused.Code)) throw;
                            floor = refused.RetryAfter > LongestRetryAfter ? LongestRetryAfter : refused.RetryAfter;
                            break;
                        }
                        catch (NotRunning) { break; }
                        catch (Lost) { break; }
                        failures = 0;
                        position = line.Current.Position ?? position;
                        yield return line.Current;
                    }
                }
                finally
                {
                    line.Dispose();
                }
                Pause(failures, 1, 30, floor);
            }
        }

        private IEnumerable<Event> Line(Dictionary<string, object> after)
        {
            var headers = Authorized();
            headers["Accept"] = "text/event-stream";
            var hash = after == null ? null : after["hash"] as string;
            if (after != null) headers["Last-Event-ID"] = Convert.ToString(after["seq"], CultureInfo.InvariantCulture);
            using (var connection = Connect(new Deadline(timeout)))
            {
                var target = hash == null ? "/v1/events" : "/v1/events?lastHash=" + hash;
                var answer = connection.Send("GET", target, headers, null, new Deadline(timeout));
                if (answer.Status != 200)
                {
                    var refused = answer.Problem(connection.ReadAll(answer, new Deadline(timeout)));
                    if (refused == null) throw new Lost();
                    throw refused;
                }
                var reading = new Reading(after);
                foreach (var line in connection.Lines(answer, TimeSpan.FromSeconds(45)))
                {
                    var read = reading.Take(line);
                    if (read != null) yield return read;
                }
            }
        }

        private Dictionary<string, object> Call(string method, string path, Dictionary<string, object> body,
            string requestId, string kind, int waitSeconds, int personSeconds)
        {
            var ends = new Deadline(timeout + TimeSpan.FromSeconds(waitSeconds + personSeconds));
            var target = waitSeconds <= 0 ? path : path + (path.Contains("?") ? "&" : "?") + "wait=" + waitSeconds;
            var headers = Authorized();
            if (requestId != null) headers["Idempotency-Key"] = requestId;
            if (body != null) headers["Content-Type"] = "application/json";
            var bytes = body == null ? null : Encoding.UTF8.GetBytes(Json.Write(body));
            bool maybeSent = false;
            for (int attempt = 0; ; attempt++)
            {
                TillbridgeException last = null;
                try
                {
                    Dictionary<string, object> value;
                    var answer = Exchange(method, target, headers, bytes, ends, out value);
                    if (answer.Status >= 200 && answer.Status < 300 && value != null) return value;
                    var refused = answer.Problem(value);
                    last = refused;
                    // An answer that is not of this API may replace one that was cut.
                    maybeSent = maybeSent || refused == null || Rules.LeftOpen.Contains(refused.Code);
                }
                catch (Lost)
                {
                    maybeSent = true;
                }
                catch (TillbridgeException error)
                {
                    // Said when it was asked who it is: nothing else was sent.
                    last = error;
                }
                var no = last as Refused;
                var passes = last == null || last is NotRunning
                    || (no != null && (Rules.NothingDone.Contains(no.Code) || Rules.LeftOpen.Contains(no.Code)));
                var floor = no == null ? null : no.RetryAfter;
                if (!passes || attempt >= maxRetries || floor > LongestRetryAfter || ends.LeftSeconds <= (floor ?? TimeSpan.Zero).TotalSeconds)
                    throw End(requestId, kind, maybeSent, last);
                Pause(attempt, 0.25, Math.Min(8, ends.LeftSeconds), floor);
            }
        }

        /// <summary>A refusal settles an earlier sending only where the bridge looked its id up.</summary>
        private static Exception End(string requestId, string kind, bool maybeSent, TillbridgeException last)
        {
            var refused = last as Refused;
            if (requestId != null && maybeSent && (refused == null || !refused.IsConclusive)) return new OutcomeUnknown(requestId, kind);
            return last ?? new NoAnswer();
        }

        private HttpAnswer Exchange(string method, string target, Dictionary<string, string> headers, byte[] body, Deadline ends,
            out Dictionary<string, object> value)
        {
            var connection = Take(ends);
            try
            {
                var answer = connection.Send(method, target, headers, body, ends);
                value = connection.ReadAll(answer, ends);
                if (!answer.Closes)
                {
                    lock (idle) idle.Add(connection);
                    connection = null;
                }
                return answer;
            }
            finally
            {
                if (connection != null) connection.Dispose();
            }
        }

        private Connection Take(Deadline ends)
        {
            while (true)
            {
                Connection kept;
                lock (idle)
                {
                    kept = idle.LastOrDefault();
                    if (kept != null) idle.RemoveAt(idle.Count - 1);
                }
                if (kept == null) return Connect(ends);
                if (kept.IsAlive) return kept;
                kept.Dispose();
            }
        }

        private Connection Connect(Deadline ends) { return Connection.Asked(address, publicKey, ends); }

        private Dictionary<string, string> Authorized()
        {
            return new Dictionary<string, string> { { "Authorization", "Bearer " + token } };
        }

        internal static void Pause(int failures, double first, double most, TimeSpan? floor)
        {
            var half = BitConverter.ToUInt16(Chance(2), 0) / 65536.0 / 2;
            var seconds = Math.Min(most, first * Math.Pow(2, Math.Min(failures, 16))) * (0.5 + half);
            Thread.Sleep(TimeSpan.FromSeconds(Math.Max(seconds, floor == null ? 0 : floor.Value.TotalSeconds)));
        }

        internal static byte[] Chance(int count)
        {
            var bytes = new byte[count];
            using (var source = RandomNumberGenerator.Create()) source.GetBytes(bytes);
            return bytes;
        }
    }

    /// <summary>Type: operation (Operation as it stood when this was sent; take it only if its revision is higher than yours),
    /// print-job (PrintJob as it stood when this was sent), device (Data is the device as it is now), scan (Data is what
    /// a scanner read that is not for the till itself, told once), status (Data is the body of
    /// /v1/status), open (the line stands), reset (your position is not of this journal: read the
    /// operations anew, go on from here). Position is plain JSON: keep it in one transaction with what you did about the
    /// event; null for status, device and scan.</summary>
    public sealed class Event
    {
        public readonly string Type;
        public readonly Dictionary<string, object> Position;
        public readonly Dictionary<string, object> Data;

        internal Event(string type, Dictionary<string, object> position, Dictionary<string, object> data)
        {
            Type = type;
            Position = position;
            Data = data;
        }

        public Dictionary<string, object> Operation { get { return Json.Member(Data, "operation") as Dictionary<string, object>; } }

        public Dictionary<string, object> PrintJob { get { return Json.Member(Data, "printJob") as Dictionary<string, object>; } }
    }

    /// <summary>From lines of server-sent events to those of this file, each number once.</summary>
    internal sealed class Reading
    {
        private Dictionary<string, object> position;
        private string name = "message";
        private string id = "";
        private readonly List<string> data = new List<string>();

        internal Reading(Dictionary<string, object> after) { position = after; }

        internal Event Take(string line)
        {
            if (line == "")
            {
                var read = data.Count == 0 ? null : Read(Json.Parse(string.Join("\n", data)) as Dictionary<string, object>);
                name = "message";
                data.Clear();
                return read;
            }
            var colon = line.IndexOf(':');
            var field = colon < 0 ? line : line.Substring(0, colon);
            var value = colon < 0 ? "" : line.Substring(colon + 1);
            if (value.StartsWith(" ", StringComparison.Ordinal)) value = value.Substring(1);
            if (field == "event") name = value;
            else if (field == "data") data.Add(value);
            else if (field == "id") id = value;
            return null;
        }

        private Event Read(Dictionary<string, object> value)
        {
            if (value == null) return null;
            if (name == "status" || name == "device" || name == "scan") return new Event(name, null, value);
            if (name == "hello" || name == "reset")
            {
                var before = Json.Member(position, "journal") as string;
                var journal = Json.Member(value, "journal") as string;
                position = At(value["seq"], value, journal);
                var other = before != null && journal != null && before != journal;
                return new Event(name == "reset" || other ? "reset" : "open", position, value);
            }
            long seq;
            var isRecord = name == "operation" || name == "print-job";
            if (!isRecord || !long.TryParse(id, NumberStyles.None, CultureInfo.InvariantCulture, out seq)) return null;
            if (position != null && seq <= Convert.ToInt64(position["seq"], CultureInfo.InvariantCulture)) return null;
            position = At(seq, value, Json.Member(position, "journal") as string);
            return new Event(name, position, value);
        }

        private static Dictionary<string, object> At(object seq, Dictionary<string, object> value, string journal)
        {
            return new Dictionary<string, object> { { "seq", seq }, { "hash", Json.Member(value, "hash") }, { "journal", journal } };
        }
    }

    /// <summary>Show Code (six digits) and let the person compare it with what the till shows; then call Granted.</summary>
    public sealed class Pairing
    {
        public readonly string Code;
        private readonly Address address;
        private readonly Dictionary<string, object> made;

        private Pairing(Address address, Dictionary<string, object> made)
        {
            this.address = address;
            this.made = made;
            Code = (string)made["code"];
        }

        /// <summary>Asks to be paired; a person at the till's window grants it. Never sent twice by itself.</summary>
        public static Pairing Ask(string baseUrl, string name, IEnumerable<string> scopes)
        {
            var address = new Address(baseUrl);
            var wish = new Dictionary<string, object> { { "name", name }, { "scopes", scopes.Cast<object>().ToList() } };
            try
            {
                var ends = new Deadline(TimeSpan.FromSeconds(15));
                return new Pairing(address, Once(address, null, "POST", "/v1/pairings", new Dictionary<string, string>(), wish, ends));
            }
            catch (Lost)
            {
                throw new NoAnswer();
            }
        }

        /// <summary>token, clientId, name, scopes and identity, once: keep token and identity. Throws Refused
        /// (pairing-refused, pairing-expired) where it was not granted.</summary>
        public Dictionary<string, object> Granted()
        {
            // The secret is sent only to the program that was asked.
            var key = Ed25519.KeyOf((string)made["publicKey"]);
            var headers = new Dictionary<string, string> { { "Authorization", "Pairing " + made["secret"] } };
            var path = "/v1/pairings/" + Uri.EscapeDataString((string)made["id"]) + "?wait=20";
            var ends = new Deadline(TimeSpan.FromSeconds(180));
            for (int lost = 0; ;)
            {
                try
                {
                    var said = Once(address, key, "GET", path, headers, null, ends);
                    if ("granted".Equals(Json.Member(said, "state")))
                    {
                        var identity = new Dictionary<string, object> { { "keyId", made["keyId"] }, { "publicKey", made["publicKey"] } };
                        return new Dictionary<string, object>(said) { ["identity"] = identity };
                    }
                    Thread.Sleep(250);
                    continue;
                }
                catch (Lost) { lost++; }
                catch (NotRunning) { lost++; }
                if (lost > 5 || ends.LeftSeconds <= 0) throw new NoAnswer();
                Thread.Sleep(1000);
            }
        }

        private static Dictionary<string, object> Once(Address address, byte[] key, string method, string target,
            Dictionary<string, string> headers, Dictionary<string, object> body, Deadline ends)
        {
            using (var connection = Connection.Asked(address, key, ends))
            {
                if (body != null) headers["Content-Type"] = "application/json";
                var bytes = body == null ? null : Encoding.UTF8.GetBytes(Json.Write(body));
                var answer = connection.Send(method, target, headers, bytes, ends);
                var value = connection.ReadAll(answer, ends);
                if (answer.Status >= 200 && answer.Status < 300 && value != null) return value;
                throw (Exception)answer.Problem(value) ?? new NotRunning("not-tillbridge");
            }
        }
    }

    /// <summary>No answer, or not all of it: what was sent may have arrived.</summary>
    internal sealed class Lost : Exception { }

    internal sealed class Deadline
    {
        private readonly Stopwatch watch = Stopwatch.StartNew();
        private readonly TimeSpan most;

        internal Deadline(TimeSpan most) { this.most = most; }

        internal double LeftSeconds { get { return (most - watch.Elapsed).TotalSeconds; } }

        /// <summary>For a socket's time-out, where 0 would mean no limit: at least 1.</summary>
        internal int LeftMs { get { return (int)Math.Max(1, Math.Min(int.MaxValue, LeftSeconds * 1000)); } }
    }

    internal sealed class Address
    {
        internal readonly string Host;
        internal readonly int Port;
        internal readonly IPAddress[] Ends;

        internal Address(string baseUrl)
        {
            var found = Regex.Match(baseUrl ?? "", "^http://(127\\.0\\.0\\.1|\\[::1\\]|localhost)(?::([0-9]{1,5}))?/?\\z");
            // A token must not be sent to another computer.
            if (!found.Success)
                throw new ArgumentException("baseUrl must be http://127.0.0.1:PORT, http://[::1]:PORT or http://localhost:PORT.");
            var name = found.Groups[1].Value;
            Port = found.Groups[2].Success ? int.Parse(found.Groups[2].Value, CultureInfo.InvariantCulture) : 80;
            // The value of the Host header, which the bridge signs.
            Host = Port == 80 ? name : name + ":" + Port.ToString(CultureInfo.InvariantCulture);
            Ends = name == "localhost" ? new[] { IPAddress.Loopback, IPAddress.IPv6Loopback }
                : new[] { name == "[::1]" ? IPAddress.IPv6Loopback : IPAddress.Loopback };
        }
    }

    internal sealed class HttpAnswer
    {
        internal int Status;
        internal bool Closes;
        /// <summary>Null: until the connection ends, or Chunked.</summary>
        internal long? Length;
        internal bool Chunked;
        internal string RetryAfter;

        /// <summary>Null where it is no problem of Tillbridge's.</summary>
        internal Refused Problem(Dictionary<string, object> value)
        {
            if (Status < 400 || !(Json.Member(value, "code") is string) || !(Json.Member(value, "title") is string)) return null;
            return new Refused(value, Status, Wait());
        }

        private TimeSpan? Wait()
        {
            int seconds;
            if (int.TryParse(RetryAfter, NumberStyles.None, CultureInfo.InvariantCulture, out seconds)) return TimeSpan.FromSeconds(seconds);
            DateTimeOffset at;
            if (!DateTimeOffset.TryParse(RetryAfter, CultureInfo.InvariantCulture, DateTimeStyles.None, out at)) return null;
            var left = at - DateTimeOffset.UtcNow;
            return left < TimeSpan.Zero ? TimeSpan.Zero : left;
        }
    }

    /// <summary>One connection with HTTP/1.1 on it, which never opens another one in its place: what was proved of it holds for
    /// it alone. Proxies are not used, and no redirect is followed.</summary>
    internal sealed class Connection : IDisposable
    {
        private const int LongestAnswer = 64 * 1024 * 1024;
        /// <summary>Of the answer to who listens: any program can give it.</summary>
        private const int LongestIntroduction = 64 * 1024;
        private const int LongestEvent = 8 * 1024 * 1024;
        private const int LongestLine = 64 * 1024;
        private readonly string host;
        private readonly Socket socket;
        private readonly byte[] buffer = new byte[65536];
        private int at;
        private int end;

        private Connection(Address address)
        {
            host = address.Host;
            foreach (var ip in address.Ends)
            {
                var tried = new Socket(ip.AddressFamily, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
                try
                {
                    tried.Connect(ip, address.Port);
                    socket = tried;
                    return;
                }
                catch (SocketException)
                {
                    tried.Dispose();
                }
            }
            throw new NotRunning();
        }

        /// <summary>Connects and asks who listens, before anything else goes over it. Throws NotRunning, IdentityChanged,
        /// VersionUnsupported and Refused.</summary>
        internal static Connection Asked(Address address, byte[] publicKey, Deadline ends)
        {
            var connection = new Connection(address);
            try
            {
                connection.Ask(publicKey, ends);
                return connection;
            }
            catch (Lost)
            {
                connection.Dispose();
                throw new NotRunning();
            }
            catch
            {
                connection.Dispose();
                throw;
            }
        }

        private void Ask(byte[] publicKey, Deadline ends)
        {
            var nonce = Convert.ToBase64String(TillbridgeClient.Chance(16)).Replace('+', '-').Replace('/', '_').TrimEnd('=');
            var answer = Send("GET", "/.well-known/tillbridge?nonce=" + nonce, new Dictionary<string, string>(), null, ends);
            var value = ReadAll(answer, ends, LongestIntroduction);
            var problem = answer.Problem(value);
            if (problem != null && Rules.BeforeProof.Contains(problem.Code)) throw problem;
            if (answer.Status != 200 || !"Tillbridge".Equals(Json.Member(value, "product"))) throw new NotRunning("not-tillbridge");
            if (publicKey != null)
            {
                var mine = (IPEndPoint)socket.LocalEndPoint;
                var port = mine.Port.ToString(CultureInfo.InvariantCulture);
                var text = "tillbridge-connection:1\n" + nonce + "\n" + host + "\n" + mine.Address + "\n" + port;
                if (!Ed25519.IsSigned(publicKey, text, Json.Member(value, "connectionSignature") as string))
                {
                    var itself = "tillbridge-identity:1\n" + nonce + "\n" + host;
                    throw new IdentityChanged(Ed25519.IsSigned(publicKey, itself, Json.Member(value, "signature") as string) ? "relayed" : "another-key");
                }
            }
            var versions = Json.Member(value, "apiVersions") as List<object> ?? new List<object>();
            if (!versions.Contains("v1")) throw new VersionUnsupported(string.Join(", ", versions));
        }

        /// <summary>Whether the other side has not ended it while nothing was asked.</summary>
        internal bool IsAlive
        {
            get
            {
                try { return at == end && !socket.Poll(0, SelectMode.SelectRead); }
                catch (SocketException) { return false; }
            }
        }

        /// <summary>As far as the head of the answer. Throws Lost.</summary>
        internal HttpAnswer Send(string method, string target, Dictionary<string, string> headers, byte[] body, Deadline ends)
        {
            var head = new StringBuilder(method + " " + target + " HTTP/1.1\r\nHost: " + host + "\r\n");
            foreach (var header in headers) head.Append(header.Key + ": " + header.Value + "\r\n");
            if (body != null) head.Append("Content-Length: " + body.Length.ToString(CultureInfo.InvariantCulture) + "\r\n");
            head.Append("\r\n");
            var bytes = Encoding.ASCII.GetBytes(head.ToString()).Concat(body ?? new byte[0]).ToArray();
            try
            {
                socket.SendTimeout = ends.LeftMs;
                for (int sent = 0; sent < bytes.Length;) sent += socket.Send(bytes, sent, bytes.Length - sent, SocketFlags.None);
            }
            catch (SocketException)
            {
                throw new Lost();
            }
            return Head(ends, method);
        }

        private HttpAnswer Head(Deadline ends, string method)
        {
            var first = Regex.Match(ReadLine(ends), "^HTTP/1\\.1 ([1-5][0-9]{2})(?: |\\z)");
            if (!first.Success) throw new Lost();
            var answer = new HttpAnswer { Status = int.Parse(first.Groups[1].Value, CultureInfo.InvariantCulture) };
            for (int count = 0; ; count++)
            {
                var line = ReadLine(ends);
                if (line == "") break;
                var colon = line.IndexOf(':');
                if (colon < 1 || count > 100) throw new Lost();
                var value = line.Substring(colon + 1).Trim();
                switch (line.Substring(0, colon).ToLowerInvariant())
                {
                    case "content-length":
                        long length;
                        if (!long.TryParse(value, NumberStyles.None, CultureInfo.InvariantCulture, out length)) throw new Lost();
                        answer.Length = length;
                        break;
                    case "transfer-encoding": answer.Chunked = value.ToLowerInvariant() == "chunked"; break;
                    case "connection": answer.Closes = value.ToLowerInvariant() == "close"; break;
                    case "retry-after": answer.RetryAfter = value; break;
                }
            }
            if (answer.Status == 204 || answer.Status == 304) answer.Length = 0;
            if (answer.Length == null && !answer.Chunked) answer.Closes = true;
            return answer;
        }

        /// <summary>The body, where it is a JSON object; null where it is something else. Throws Lost where it is cut.</summary>
        internal Dictionary<string, object> ReadAll(HttpAnswer answer, Deadline ends, int most = LongestAnswer)
        {
            var whole = new MemoryStream();
            foreach (var part in Parts(answer, () => ends.LeftMs))
            {
                whole.Write(part.Array, part.Offset, part.Count);
                if (whole.Length > most) throw new Lost();
            }
            return Json.Parse(Encoding.UTF8.GetString(whole.ToArray())) as Dictionary<string, object>;
        }

        /// <summary>The lines of a body with events, as they come. Throws Lost where an event never ends.</summary>
        internal IEnumerable<string> Lines(HttpAnswer answer, TimeSpan deadAfter)
        {
            var rest = new MemoryStream();
            long held = 0;
            foreach (var part in Parts(answer, () => (int)deadAfter.TotalMilliseconds))
            {
                for (int i = part.Offset; i < part.Offset + part.Count; i++)
                {
                    if (part.Array[i] != (byte)'\n')
                    {
                        rest.WriteByte(part.Array[i]);
                        if (held + rest.Length > LongestEvent) throw new Lost();
                        continue;
                    }
                    var line = Encoding.UTF8.GetString(rest.ToArray()).TrimEnd('\r');
                    held = line == "" ? 0 : held + rest.Length + 1;
                    rest.SetLength(0);
                    yield return line;
                }
            }
        }

        private IEnumerable<ArraySegment<byte>> Parts(HttpAnswer answer, Func<int> leftMs)
        {
            if (!answer.Chunked)
            {
                for (var left = answer.Length ?? long.MaxValue; left > 0;)
                {
                    if (at == end && !Fill(leftMs()))
                    {
                        if (answer.Length != null) throw new Lost();
                        yield break;
                    }
                    var count = (int)Math.Min(left, end - at);
                    var part = new ArraySegment<byte>(buffer, at, count);
                    at += count;
                    left -= count;
                    yield return part;
                }
                yield break;
            }
            while (true)
            {
                long size;
                var line = ReadLine(leftMs).Split(';')[0].Trim();
                if (!long.TryParse(line, NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out size) || size < 0) throw new Lost();
                if (size == 0) break;
                for (var left = size; left > 0;)
                {
                    if (at == end && !Fill(leftMs())) throw new Lost();
                    var count = (int)Math.Min(left, end - at);
                    var part = new ArraySegment<byte>(buffer, at, count);
                    at += count;
                    left -= count;
                    yield return part;
                }
                if (ReadLine(leftMs) != "") throw new Lost();
            }
            while (ReadLine(leftMs) != "") { }
        }

        private string ReadLine(Deadline ends) { return ReadLine(() => ends.LeftMs); }

        private string ReadLine(Func<int> leftMs)
        {
            var line = new StringBuilder();
            while (true)
            {
                if (at == end && !Fill(leftMs())) throw new Lost();
                var next = (char)buffer[at++];
                if (next == '\n') return line.ToString().TrimEnd('\r');
                if (line.Append(next).Length > LongestLine) throw new Lost();
            }
        }

        /// <summary>False where the other side ended it. Throws Lost.</summary>
        private bool Fill(int timeoutMs)
        {
            try
            {
                socket.ReceiveTimeout = timeoutMs;
                at = 0;
                end = 0;
                end = socket.Receive(buffer);
                return end > 0;
            }
            catch (SocketException)
            {
                throw new Lost();
            }
        }

        public void Dispose() { socket.Dispose(); }
    }

    /// <summary>JSON as RFC 8259 has it, read and written.</summary>
    public static class Json
    {
        private const int Deepest = 64;

        public static object Member(Dictionary<string, object> value, string name)
        {
            object found;
            return value != null && value.TryGetValue(name, out found) ? found : null;
        }

        /// <summary>Null where it is no JSON.</summary>
        public static object Parse(string text)
        {
            int at = 0;
            try
            {
                var value = Value(text, ref at, 0);
                Blanks(text, ref at);
                return at == text.Length ? value : null;
            }
            catch (FormatException) { return null; }
            catch (IndexOutOfRangeException) { return null; }
            catch (OverflowException) { return null; }
        }

        private static object Value(string text, ref int at, int depth)
        {
            if (depth > Deepest) throw new FormatException();
            Blanks(text, ref at);
            switch (text[at])
            {
                case '{':
                    var members = new Dictionary<string, object>();
                    for (at++; !Closes(text, ref at, '}', members.Count == 0);)
                    {
                        Blanks(text, ref at);
                        var name = Text(text, ref at);
                        Blanks(text, ref at);
                        if (text[at++] != ':') throw new FormatException();
                        members[name] = Value(text, ref at, depth + 1);
                    }
                    return members;
                case '[':
                    var items = new List<object>();
                    for (at++; !Closes(text, ref at, ']', items.Count == 0);) items.Add(Value(text, ref at, depth + 1));
                    return items;
                case '"': return Text(text, ref at);
                case 't': return Word(text, ref at, "true", true);
                case 'f': return Word(text, ref at, "false", false);
                case 'n': return Word(text, ref at, "null", null);
                default:
                    var number = new Regex("\\G-?(?:0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?").Match(text, at);
                    if (!number.Success) throw new FormatException();
                    at += number.Length;
                    long whole;
                    if (long.TryParse(number.Value, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out whole)) return whole;
                    return decimal.Parse(number.Value, NumberStyles.Float, CultureInfo.InvariantCulture);
            }
        }

        private static bool Closes(string text, ref int at, char with, bool isFirst)
        {
            Blanks(text, ref at);
            if (text[at] == with)
            {
                at++;
                return true;
            }
            if (!isFirst && text[at++] != ',') throw new FormatException();
            return false;
        }

        private static object Word(string text, ref int at, string word, object value)
        {
            if (string.CompareOrdinal(text, at, word, 0, word.Length) != 0) throw new FormatException();
            at += word.Length;
            return value;
        }

        private static string Text(string text, ref int at)
        {
            if (text[at++] != '"') throw new FormatException();
            var said = new StringBuilder();
            while (text[at] != '"')
            {
                var next = text[at++];
                if (next < ' ') throw new FormatException();
                if (next != '\\')
                {
                    said.Append(next);
                    continue;
                }
                var escaped = text[at++];
                if (escaped == 'u')
                {
                    if (at + 4 > text.Length) throw new FormatException();
                    said.Append((char)ushort.Parse(text.Substring(at, 4), NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture));
                    at += 4;
                    continue;
                }
                var which = "\"\\/bfnrt".IndexOf(escaped);
                if (which < 0) throw new FormatException();
                said.Append("\"\\/\b\f\n\r\t"[which]);
            }
            at++;
            return said.ToString();
        }

        private static void Blanks(string text, ref int at)
        {
            while (at < text.Length && " \t\r\n".IndexOf(text[at]) >= 0) at++;
        }

        public static string Write(object value)
        {
            var text = new StringBuilder();
            Write(value, text);
            return text.ToString();
        }

        private static void Write(object value, StringBuilder text)
        {
            if (value == null) text.Append("null");
            else if (value is string) WriteText((string)value, text);
            else if (value is bool) text.Append((bool)value ? "true" : "false");
            else if (value is int || value is long || value is decimal) text.Append(Convert.ToString(value, CultureInfo.InvariantCulture));
            else if (value is IDictionary<string, object>)
            {
                text.Append('{');
                var isFirst = true;
                foreach (var member in (IDictionary<string, object>)value)
                {
                    if (!isFirst) text.Append(',');
                    isFirst = false;
                    WriteText(member.Key, text);
                    text.Append(':');
                    Write(member.Value, text);
                }
                text.Append('}');
            }
            else if (value is IEnumerable)
            {
                text.Append('[');
                var isFirst = true;
                foreach (var item in (IEnumerable)value)
                {
                    if (!isFirst) text.Append(',');
                    isFirst = false;
                    Write(item, text);
                }
                text.Append(']');
            }
            else throw new ArgumentException("A " + value.GetType().Name + " is not written as JSON: amounts are whole numbers (long).");
        }

        private static void WriteText(string value, StringBuilder text)
        {
            text.Append('"');
            foreach (var each in value)
            {
                if (each == '"' || each == '\\') text.Append('\\').Append(each);
                else if (each < ' ') text.Append("\\u" + ((int)each).ToString("x4", CultureInfo.InvariantCulture));
                else text.Append(each);
            }
            text.Append('"');
        }
    }

    /// <summary>Ed25519 as RFC 8032 (section 5.1) has it: the base class library has none. It only checks signatures, so nothing
    /// secret is computed with and time tells nothing.</summary>
    public static class Ed25519
    {
        private static readonly BigInteger P = BigInteger.Pow(2, 255) - 19;
        private static readonly BigInteger Q = BigInteger.Pow(2, 252) + BigInteger.Parse("27742317777372353535851937790883648493", CultureInfo.InvariantCulture);
        private static readonly BigInteger D = Mod(-121665 * Inverse(121666));
        private static readonly BigInteger RootOfMinus1 = BigInteger.ModPow(2, (P - 1) / 4, P);
        private static readonly byte[] Spki = { 0x30, 0x2a, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x03, 0x21, 0x00 };
        private static readonly Point Base = PointOf(BytesOf(Mod(4 * Inverse(5))));

        /// <summary>The 32 bytes in a public key (SPKI, PEM). Throws ArgumentException.</summary>
        public static byte[] KeyOf(string pem)
        {
            var found = Regex.Match(pem ?? "", "^\\s*-----BEGIN PUBLIC KEY-----([A-Za-z0-9+/=\\s]+)-----END PUBLIC KEY-----\\s*\\z");
            try
            {
                var der = Convert.FromBase64String(Regex.Replace(found.Groups[1].Value, "\\s", ""));
                var key = der.Skip(Spki.Length).ToArray();
                if (key.Length == 32 && der.Take(Spki.Length).SequenceEqual(Spki) && PointOf(key) != null) return key;
            }
            catch (FormatException) { }
            throw new ArgumentException("The pinned key is no Ed25519 public key in PEM.");
        }

        internal static bool IsSigned(byte[] publicKey, string text, string signature)
        {
            try
            {
                return signature != null && Verify(publicKey, Encoding.UTF8.GetBytes(text), Convert.FromBase64String(signature));
            }
            catch (FormatException)
            {
                return false;
            }
        }

        public static bool Verify(byte[] publicKey, byte[] message, byte[] signature)
        {
            if (publicKey.Length != 32 || signature.Length != 64) return false;
            var first = signature.Take(32).ToArray();
            Point a = PointOf(publicKey), r = PointOf(first);
            var s = NumberOf(signature.Skip(32).ToArray());
            if (a == null || r == null || s >= Q) return false;
            using (var sha = SHA512.Create())
            {
                var h = NumberOf(sha.ComputeHash(first.Concat(publicKey).Concat(message).ToArray())) % Q;
                return AreEqual(Times(s, Base), Plus(r, Times(h, a)));
            }
        }

        private sealed class Point
        {
            internal BigInteger X, Y, Z, T;
        }

        private static Point Plus(Point left, Point right)
        {
            var a = Mod((left.Y - left.X) * (right.Y - right.X));
            var b = Mod((left.Y + left.X) * (right.Y + right.X));
            var c = Mod(2 * left.T * Mod(right.T * D));
            var d = Mod(2 * left.Z * right.Z);
            BigInteger e = b - a, f = d - c, g = d + c, h = b + a;
            return new Point { X = Mod(e * f), Y = Mod(g * h), Z = Mod(f * g), T = Mod(e * h) };
        }

        private static Point Times(BigInteger factor, Point point)
        {
            var sum = new Point { X = 0, Y = 1, Z = 1, T = 0 };
            for (; factor > 0; factor >>= 1, point = Plus(point, point))
            {
                if (!factor.IsEven) sum = Plus(sum, point);
            }
            return sum;
        }

        private static bool AreEqual(Point left, Point right)
        {
            return Mod(left.X * right.Z - right.X * left.Z).IsZero && Mod(left.Y * right.Z - right.Y * left.Z).IsZero;
        }

        /// <summary>Null where these 32 bytes are no point of the curve.</summary>
        private static Point PointOf(byte[] encoded)
        {
            var bytes = (byte[])encoded.Clone();
            var isOdd = (bytes[31] & 0x80) != 0;
            bytes[31] &= 0x7f;
            var y = NumberOf(bytes);
            if (y >= P) return null;
            var square = Mod((y * y - 1) * Inverse(Mod(D * y * y + 1)));
            var x = BigInteger.ModPow(square, (P + 3) / 8, P);
            if (!Mod(x * x - square).IsZero) x = Mod(x * RootOfMinus1);
            if (!Mod(x * x - square).IsZero || (x.IsZero && isOdd)) return null;
            if (!x.IsEven != isOdd) x = P - x;
            return new Point { X = x, Y = y, Z = 1, T = Mod(x * y) };
        }

        private static BigInteger Mod(BigInteger value)
        {
            var rest = value % P;
            return rest.Sign < 0 ? rest + P : rest;
        }

        private static BigInteger Inverse(BigInteger value) { return BigInteger.ModPow(value, P - 2, P); }

        private static BigInteger NumberOf(byte[] littleEndian) { return new BigInteger(littleEndian.Concat(new byte[] { 0 }).ToArray()); }

        private static byte[] BytesOf(BigInteger value)
        {
            var bytes = value.ToByteArray();
            Array.Resize(ref bytes, 32);
            return bytes;
        }
    }
}
