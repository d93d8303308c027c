"""Charges an order at the terminal, once, whatever is lost or killed in between.

    python3 charge_once.py --url http://127.0.0.1:8420 --access access.json --terminal VIRTUAL-1 ORDER-1001 1234 EUR

`access.json` is what `token create --json` printed. Run it again with the same order after anything at all (a crash, a
power cut, a lost answer): it goes on with what it began, and a new charge is only made after the last one failed.

It prints one line of JSON and ends with 0: paid, 1: not paid and no money moved, 2: not known yet (run it again),
3: a person has to decide at the till (run it again afterwards).
"""

import argparse
import json
import sqlite3
import sys
import time

from tillbridge import NoAnswer, NotRunning, OutcomeUnknown, Refused, Tillbridge, minor, new_request_id

TABLE = """
CREATE TABLE IF NOT EXISTS charge (
  order_number TEXT NOT NULL,
  attempt      INTEGER NOT NULL,
  request_id   TEXT NOT NULL UNIQUE,
  body         TEXT NOT NULL,
  state        TEXT NOT NULL, -- to-send, then what the bridge said
  answer       TEXT,
  PRIMARY KEY (order_number, attempt)
)
"""

NOT_CHARGED = ("failed", "cancelled", "expired", "refused")


class Charge:
    """One attempt to charge an order, as it stands in our own database."""

    def __init__(self, database, order_number, attempt, request_id, body, state):
        self.database = database
        self.order_number = order_number
        self.attempt = attempt
        self.request_id = request_id
        self.body = body
        self.state = state

    @classmethod
    def begin(cls, database, order_number, amount, terminal):
        """The last attempt; a new one where there is none, or where the last one is known to have charged nothing.
        When this returns it is on the disk, with the request id that every sending will have."""
        with database:
            database.execute("BEGIN IMMEDIATE")
            row = database.execute(
                "SELECT attempt, request_id, body, state FROM charge WHERE order_number = ? ORDER BY attempt DESC",
                (order_number,),
            ).fetchone()
            if row is not None and row[3] not in NOT_CHARGED:
                return cls(database, order_number, row[0], row[1], json.loads(row[2]), row[3])
            attempt = 1 if row is None else row[0] + 1
            trans_id = f"{order_number}-{attempt}"
            body = {"transId": trans_id, "posTerminalId": terminal, "amount": amount}
            request_id = new_request_id()
            database.execute(
                "INSERT INTO charge VALUES (?, ?, ?, ?, 'to-send', NULL)",
                (order_number, attempt, request_id, json.dumps(body)),
            )
        return cls(database, order_number, attempt, request_id, body, "to-send")

    def keep(self, state, answer):
        self.state = state
        with self.database:
            self.database.execute(
                "UPDATE charge SET state = ?, answer = ? WHERE order_number = ? AND attempt = ?",
                (state, json.dumps(answer), self.order_number, self.attempt),
            )


def carry_out(bridge, charge, seconds):
    """Sends it under its request id until there is an answer, and waits for the end. Also right when it was sent before."""
    ends = time.monotonic() + seconds
    while charge.state not in ("succeeded", *NOT_CHARGED) and time.monotonic() < ends:
        try:
            operation = bridge.submit("sale", charge.body, request_id=charge.request_id, wait_seconds=25)
            charge.keep(operation["state"], operation)
            operation = bridge.wait_until_final(operation["id"], timeout=max(0, ends - time.monotonic()))
            charge.keep(operation["state"], operation)
            if operation["state"] == "needs-person":
                return
        except Refused as refused:
            # Any other refusal says nothing of an earlier sending: the charge stays open.
            if not refused.is_conclusive:
                raise
            charge.keep("refused", refused.problem)
        except (NotRunning, OutcomeUnknown, NoAnswer) as error:
            print(error, file=sys.stderr)
            time.sleep(1)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--url", required=True)
    parser.add_argument("--access", required=True, help="the file with what `token create --json` printed")
    parser.add_argument("--database", default="charges.db")
    parser.add_argument("--terminal", required=True)
    parser.add_argument("--seconds", type=float, default=120, help="how long to wait for the end")
    parser.add_argument("order")
    parser.add_argument("amount", type=int, help="in minor units: 1234 is 12.34 EUR")
    parser.add_argument("currency")
    wanted = parser.parse_args()

    with open(wanted.access, encoding="utf-8") as file:
        access = json.load(file)
    bridge = Tillbridge(wanted.url, access["token"], identity=access["identity"])
    database = sqlite3.connect(wanted.database, isolation_level=None, timeout=30)
    database.execute("PRAGMA synchronous = FULL")
    database.execute(TABLE)

    charge = Charge.begin(database, wanted.order, minor(wanted.amount, wanted.currency), wanted.terminal)
    carry_out(bridge, charge, wanted.seconds)
    print(json.dumps({"order": charge.order_number, "transId": charge.body["transId"], "state": charge.state}))
    if charge.state == "succeeded":
        return 0
    if charge.state in NOT_CHARGED:
        return 1
    return 3 if charge.state == "needs-person" else 2


if __name__ == "__main__":
    sys.exit(main())
