// Drives the client for C# as csharp-client.test.ts asks, and prints what came of it as one line of JSON.
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text;
using System.Threading;
using Tillbridge;

public static class Drive
{
    private static Dictionary<string, object> access;

    public static int Main(string[] args)
    {
        Console.OutputEncoding = new UTF8Encoding(false);
        Console.WriteLine(Json.Write(Result(args)));
        return 0;
    }

    private static object Result(string[] args)
    {
        switch (args[0])
        {
            case "rules":
                return args.Skip(1).ToDictionary(code => code, code => (object)new List<object>
                {
                    Rules.NothingDone.Contains(code) ? "nothing-done" : Rules.LeftOpen.Contains(code) ? "left-open" : "refused",
                    Rules.Conclusive.Contains(code),
                });
            case "verify":
                return args.Skip(1).Select(each => each.Split(':')).Select(each =>
                    (object)Ed25519.Verify(Bytes(each[0]), Bytes(each[1]), Bytes(each[2]))).ToList();
            case "money":
                return new Action[]
                {
                    () => TillbridgeClient.Minor(0, "EUR"),
                    () => TillbridgeClient.Minor(1, "eur"),
                    () => Json.Write(new Dictionary<string, object> { { "value", 12.34 } }),
                    () => new TillbridgeClient("http://example.org", "t"),
                    () => new TillbridgeClient("https://127.0.0.1:1", "t"),
                    () => new TillbridgeClient("http://127.0.0.1:1", "a b"),
                }.Select(make => (object)Caught(make)).ToList();
            case "webhook":
                return Webhook(Client(args, true));
            case "signed":
                return args.Skip(1).Select(each => each.Split('|')).Select(each => (object)TillbridgeClient.IsFromTheBridge(
                    each[0], each[1], each[2], Encoding.UTF8.GetBytes(each[3]), DateTimeOffset.FromUnixTimeSeconds(1769882700))).ToList();
            case "json":
                return Json.Parse(args[1]);
            case "print":
                return Print(Client(args, true));
            case "shop":
                return Shop(Client(args, true));
            case "follow":
                return Follow(Client(args, true));
            case "submit":
                return Submit(Client(args, args[3] == "pinned"), args[4]);
            case "forged":
                return Forged(Client(args, true, 0), int.Parse(args[3]));
            case "met":
                return Met(Client(args, true), args[3]);
            case "once":
                return Submit(Client(args, false, 0), args[3]);
        }
        throw new ArgumentException(args[0]);
    }

    private static TillbridgeClient Client(string[] args, bool pinned, int maxRetries = 3)
    {
        access = (Dictionary<string, object>)Json.Parse(File.ReadAllText(args[2]));
        var identity = pinned ? (Dictionary<string, object>)access["identity"] : null;
        return new TillbridgeClient(args[1], (string)access["token"], identity, TimeSpan.FromSeconds(20), maxRetries);
    }

    private static object Print(TillbridgeClient bridge)
    {
        var text = new Dictionary<string, object> { { "type", "text" }, { "text", "Grüße" } };
        var cut = new Dictionary<string, object> { { "type", "cut" } };
        var document = new Dictionary<string, object> { { "blocks", new List<object> { text, cut } } };
        var device = bridge.Devices().Cast<Dictionary<string, object>>().First(each => "printer".Equals(each["type"]));
        var job = bridge.Print((string)device["id"], document, "C-1", 20, true);
        var again = bridge.Print((string)device["id"], document, "C-1", 20);
        string refused = null;
        try { bridge.CancelPrintJob((string)job["id"]); }
        catch (Refused error) { refused = error.Code; }
        var drawer = bridge.OpenDrawer("COUNTER", "Change", "C-2");
        bridge.OpenDrawer("COUNTER", "Change", "C-2");
        var events = bridge.Events(new Dictionary<string, object> { { "seq", 1L }, { "hash", null }, { "journal", null } });
        var told = events.First(each => each.Type == "print-job" && "printed".Equals(each.Data["state"]));
        var shown = bridge.WriteDisplay("FRONT", new[] { "C#" })["shown"];
        var scan = events.First(each => each.Type == "scan");
        return new List<object>
        {
            job["state"], job["id"].Equals(again["id"]), bridge.PrintJob((string)job["id"])["state"], refused, drawer["result"],
            ((List<object>)bridge.PrintJobs("printed")["printJobs"]).Count, told.PrintJob["state"],
            shown, scan.Data["gtin"],
        };
    }

    private static Dictionary<string, object> Sale(string transId)
    {
        return new Dictionary<string, object>
        {
            { "messageType", "SALE" }, { "transId", transId }, { "posTerminalId", "T1" }, { "amount", TillbridgeClient.Minor(1234, "EUR") },
        };
    }

    private static object Forged(TillbridgeClient bridge, int times)
    {
        var said = new List<object>();
        for (int at = 0; at < times; at++)
        {
            try { bridge.Submit("cloud-pos", Sale("CS-NEVER"), "stored-before-a-crash"); }
            catch (Refused refused) { said.Add(new List<object> { refused.Code, refused.IsConclusive }); }
            catch (NotRunning absent) { said.Add(absent.Reason); }
        }
        return said;
    }

    private static object Submit(TillbridgeClient bridge, string requestId)
    {
        return Said(() => bridge.Submit("cloud-pos", Sale("CS-NEVER"), requestId)["state"]);
    }

    /// <summary>Meets the bridge, and goes on when the file is there.</summary>
    private static object Met(TillbridgeClient bridge, string go)
    {
        bridge.Get("/v1/status");
        Console.WriteLine("met");
        while (!File.Exists(go)) Thread.Sleep(50);
        return new List<object> { Said(() => bridge.Get("/v1/status")["product"]), Submit(bridge, "cs-taken") };
    }

    private static object Said(Func<object> ask)
    {
        try
        {
            return ask();
        }
        catch (TillbridgeException error)
        {
            var changed = error as IdentityChanged;
            var absent = error as NotRunning;
            var reason = changed != null ? changed.Reason : absent != null ? absent.Reason : null;
            return new List<object> { error.GetType().Name, reason };
        }
    }

    private static object Webhook(TillbridgeClient bridge)
    {
        var asked = bridge.SetWebhook("https://erp.example/hook");
        var state = bridge.Webhook();
        var ended = bridge.SetWebhook(null);
        return new List<object> { ((string)asked["secret"]).Length, state["state"], state["url"], ended, bridge.Webhook() };
    }

    private static object Shop(TillbridgeClient bridge)
    {
        var sale = bridge.Submit("cloud-pos", Sale("CS-1"), "cs-1", 30);
        var again = bridge.Submit("cloud-pos", Sale("CS-1"), "cs-1");
        sale = bridge.WaitUntilFinal((string)sale["id"]);
        var payId = (string)((Dictionary<string, object>)sale["result"])["payId"];
        var refund = new Dictionary<string, object> { { "payId", payId }, { "transId", "CS-R-1" }, { "amount", TillbridgeClient.Minor(500, "EUR") } };
        var back = bridge.WaitUntilFinal((string)bridge.Submit("refund", refund, "cs-2")["id"]);
        var said = new List<object>();
        try
        {
            refund["transId"] = "CS-R-2";
            refund["amount"] = TillbridgeClient.Minor(5000, "EUR");
            bridge.Submit("refund", refund, "cs-3");
        }
        catch (Refused refused)
        {
            said.Add(refused.Code);
            said.Add(refused.IsConclusive);
        }
        foreach (var each in bridge.Events(TillbridgeClient.Beginning))
        {
            if (each.Type != "operation" || !back["id"].Equals(Json.Member(each.Operation, "id"))) continue;
            if (!"succeeded".Equals(each.Data["state"])) continue;
            said.Add(each.Type);
            break;
        }
        said.Add(sale["state"]);
        said.Add(sale["id"].Equals(again["id"]));
        said.Add(back["state"]);
        said.Add(bridge.Get("/v1/payments/" + payId)["payId"].Equals(payId));
        said.Add(bridge.Get("/v1/status")["product"]);
        return said;
    }

    private static object Follow(TillbridgeClient bridge)
    {
        foreach (var each in bridge.Events(TillbridgeClient.Beginning))
        {
            if (each.Type != "operation") continue;
            Console.WriteLine(Json.Write(new List<object> { each.Position["seq"], each.Operation["requestId"], each.Data["state"] }));
        }
        return null;
    }

    private static string Caught(Action make)
    {
        try
        {
            make();
            return "taken";
        }
        catch (ArgumentException error)
        {
            return error.GetType().Name;
        }
    }

    private static byte[] Bytes(string hex)
    {
        return Enumerable.Range(0, hex.Length / 2).Select(at => Convert.ToByte(hex.Substring(2 * at, 2), 16)).ToArray();
    }
}
