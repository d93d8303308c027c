// Charges an order at the terminal, once, whatever is lost or killed in between.
//
//   ChargeOnce --url http://127.0.0.1:8420 --access access.json --terminal VIRTUAL-1 --folder charges ORDER-1001 1234 EUR
//
// access.json is what `token create --json` printed. Run it again with the same order after anything at all (a crash, a
// power cut, a lost answer): it goes on with what it began, and a new charge is only made after the last one failed.
//
// It prints one line of JSON and ends with 0: paid, 1: not paid and no money moved, 2: not known yet (run it again),
// 3: a person has to decide at the till (run it again afterwards), 4: this order is charged with another amount or at
// another terminal, so nothing was sent, 64: wrong arguments, nothing was sent.
//
// A new token of the same program (`token renew`) is the same client to the bridge. One that was made anew is another
// client, and the bridge knows none of its request ids: what was sent before is found by its transId then.
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

    /// <summary>The order is charged with something else than what was asked for now. Nothing was sent.</summary>
    private sealed class OtherCharge : Exception
    {
        internal OtherCharge(string message) : base(message) { }
    }

    /// <summary>The charge began with another bridge, and only that one knows what became of it. Nothing was sent.</summary>
    private sealed class OtherBridge : Exception
    {
        internal OtherBridge(string message) : base(message) { }
    }

    public static int Main(string[] args)
    {
        var order = "";
        try
        {
            Console.OutputEncoding = new UTF8Encoding(false);
            return Run(args, out order);
        }
        catch (OtherCharge error)
        {
            Console.Error.WriteLine(error.Message);
            return Said(4, new Dictionary<string, object> { { "order", order }, { "state", "other-charge" } });
        }
        catch (Exception error)
        {
            // After an error that is not caught a program may end with 1, and 1 is "no money moved" here.
            Console.Error.WriteLine(error);
            var code = error is Refused ? ((Refused)error).Code : error.GetType().Name;
            return Said(2, new Dictionary<string, object> { { "order", order }, { "state", "not-known" }, { "code", code } });
        }
    }

    private static int Said(int code, Dictionary<string, object> line)
    {
        try { Console.WriteLine(Json.Write(line)); }
        catch (IOException) { return 2; }
        return code;
    }

    private static int Run(string[] args, out string order)
    {
        var named = new Dictionary<string, string> { { "--folder", "charges" }, { "--seconds", "120" } };
        var rest = new List<string>();
        for (int i = 0; i < args.Length; i++)
        {
            if (args[i].StartsWith("--", StringComparison.Ordinal) && i + 1 < args.Length) named[args[i]] = args[++i];
            else rest.Add(args[i]);
        }
        order = rest.Count == 0 ? "" : rest[0];
        long minor;
        double seconds;
        if (rest.Count != 3 || !named.ContainsKey("--url") || !named.ContainsKey("--access") || !named.ContainsKey("--terminal")
            || !long.TryParse(rest[1], NumberStyles.None, CultureInfo.InvariantCulture, out minor)
            || !double.TryParse(named["--seconds"], NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out seconds))
        {
            Console.Error.WriteLine("usage: ChargeOnce --url URL --access FILE --terminal ID [--folder DIR] [--seconds N] ORDER MINOR CURRENCY");
            return 64;
        }
        Dictionary<string, object> amount;
        try { amount = TillbridgeClient.Minor(minor, rest[2]); }
        catch (ArgumentException error)
        {
            Console.Error.WriteLine(error.Message);
            return 64;
        }
        var access = (Dictionary<string, object>)Json.Parse(File.ReadAllText(named["--access"]));
        var identity = (Dictionary<string, object>)access["identity"];
        var bridge = new TillbridgeClient(named["--url"], (string)access["token"], identity);
        var keyId = identity == null ? null : (string)identity["keyId"];
        var charge = Begin(named["--folder"], order, amount, named["--terminal"], keyId);
        CarryOut(bridge, charge, TimeSpan.FromSeconds(seconds));
        var code = charge.State == "succeeded" ? 0 : NotCharged.Contains(charge.State) ? 1 : charge.State == "needs-person" ? 3 : 2;
        return Said(code, new Dictionary<string, object>
        {
            { "order", order }, { "transId", charge.Body["transId"] }, { "state", charge.State },
        });
    }

    /// <summary>One attempt to charge an order, as it stands in our own file.</summary>
    private sealed class Charge
    {
        internal string File;
        internal long Attempt;
        internal string RequestId;
        internal Dictionary<string, object> Body;
        internal string State;
        /// <summary>The identity of the bridge that it began with; null where none is pinned.</summary>
        internal string Bridge;

        internal bool IsFor(Dictionary<string, object> amount, string terminal)
        {
            var own = (Dictionary<string, object>)Body["amount"];
            return amount != null && own["value"].Equals(Member(amount, "value")) && own["currency"].Equals(Member(amount, "currency"))
                && Body["posTerminalId"].Equals(terminal);
        }

        /// <summary>On the disk, whole or not at all, when this returns.</summary>
        internal void Keep()
        {
            var text = Json.Write(new Dictionary<string, object>
            {
                { "attempt", Attempt }, { "requestId", RequestId }, { "body", Body }, { "state", State },
                { "bridge", Bridge },
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
    private static Charge Begin(string folder, string order, Dictionary<string, object> amount, string terminal, string bridge)
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
                charge.Bridge = (string)Member(kept, "bridge");
                if (!charge.IsFor(amount, terminal))
                    throw new OtherCharge("The order " + order + " was begun as " + Json.Write(charge.Body) + ".");
                if (charge.State != "succeeded" && charge.Bridge != null && bridge != null && charge.Bridge != bridge)
                    throw new OtherBridge("The order " + order + " was begun with the bridge " + charge.Bridge + ", and this is " + bridge + ".");
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
            charge.Bridge = bridge;
            // With the request id that every sending will have.
            charge.Keep();
            return charge;
        }
    }

    private static FileStream Locked(string file)
    {
        for (int tries = 0; ; tries++)
        {
            try { return new FileStream(file, FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.None); }
            catch (IOException) when (tries < 600) { Thread.Sleep(50); }
        }
    }

    private static object Member(Dictionary<string, object> record, string name)
    {
        object value;
        return record.TryGetValue(name, out value) ? value : null;
    }

    /// <summary>What the bridge has under the transId of this charge, whichever client sent it; null where it has
    /// nothing.</summary>
    private static Dictionary<string, object> Found(TillbridgeClient bridge, Charge charge)
    {
        var transId = (string)charge.Body["transId"];
        var path = "/v1/operations?kind=sale&order=newest&transId=" + Uri.EscapeDataString(transId);
        Dictionary<string, object> newest = null;
        string next = null;
        do
        {
            var page = bridge.Get(next == null ? path : path + "&after=" + Uri.EscapeDataString(next));
            foreach (Dictionary<string, object> sale in (List<object>)page["operations"])
            {
                newest = newest ?? sale;
                if (NotCharged.Contains((string)sale["state"])) continue;
                var input = (Dictionary<string, object>)sale["input"];
                if (!charge.IsFor(Member(input, "amount") as Dictionary<string, object>, Member(input, "posTerminalId") as string))
                    throw new OtherCharge("The bridge has " + sale["id"] + " under the transId " + transId + ".");
                return sale;
            }
            next = (string)page["next"];
        }
        while (next != null);
        return newest;
    }

    /// <summary>What was accepted of it, now or earlier; null where it was refused and nothing was accepted before.</summary>
    private static Dictionary<string, object> SentOrFound(TillbridgeClient bridge, Charge charge)
    {
        try
        {
            return bridge.Submit("sale", charge.Body, charge.RequestId, 25);
        }
        catch (Refused refused)
        {
            // It may have been sent with a token that is another client by now.
            var operation = Found(bridge, charge);
            // Any other refusal says nothing of an earlier sending: the charge stays open.
            if (operation == null && !refused.IsConclusive) throw;
            return operation;
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
                var operation = SentOrFound(bridge, charge);
                charge.State = operation == null ? "refused" : (string)operation["state"];
                charge.Keep();
                if (operation == null) return;
                var left = ends - DateTime.UtcNow;
                operation = bridge.WaitUntilFinal((string)operation["id"], left < TimeSpan.Zero ? TimeSpan.Zero : left);
                charge.State = (string)operation["state"];
                charge.Keep();
                if (charge.State == "needs-person") return;
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
