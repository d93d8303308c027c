"""Charges an order at the terminal, once, whatever is lost or killed in between.

    python3 charge_once.py --url http://127.0.0.1:8420 --access access.json --terminal VIRTUAL-1 ORDER-1001 1234 EUR

`access.json` is what `token create --json` printed. Run it again with the same order after anything at all (a crash, a
power cut, a lost answer): it goes on with what it began, and a new charge is only made after the last one failed.

It prints one line of JSON and ends with 0: paid, 1: not paid and no money moved, 2: not known yet (run it again),
3: a person has to decide at the till (run it again afterwards), 4: this order is charged with another amount or at
another terminal, so nothing was sent, 64: wrong arguments, nothing was sent.

A new token of the same program (`token renew`) is the same client to the bridge. One that was made anew is another
client, and the bridge knows none of its request ids: what was sent before is found by its `transId` then.
"""

import argparse
import json
import os
import sqlite3
import sys
import time


def unforeseen(kind, error, trace):
    """Python ends with 1 after an error that is not caught, and 1 is "no money moved" here."""
    try:
        sys.__excepthook__(kind, error, trace)
        print(json.dumps({"state": "not-known", "code": kind.__name__}), flush=True)
    finally:
        os._exit(2)


if __name__ == "__main__":
    # Before the import below, which may fail as well.
    sys.excepthook = unforeseen

from tillbridge import (
    NoAnswer,
    NotRunning,
    OutcomeUnknown,
    Refused,
    Tillbridge,
    TillbridgeError,
    minor,
    new_request_id,
)

TABLE = """
CREATE TABLE IF NOT EXISTS charge (
  order_number TEXT NOT NULL,
  attempt      INTEGER NOT NULL,
  request_id   TEXT NOT NULL UNIQUE,
  body         TEXT NOT NULL,
  state        TEXT NOT NULL, -- to-send, then what the bridge said
  answer       TEXT,
  bridge       TEXT, -- the identity of the bridge that it began with
  PRIMARY KEY (order_number, attempt)
)
"""

NOT_CHARGED = ("failed", "cancelled", "expired", "refused")


class OtherCharge(Exception):
    """The order is charged with something else than what was asked for now. Nothing was sent."""


class OtherBridge(Exception):
    """The charge began with another bridge, and only that one knows what became of it. Nothing was sent."""


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
    def begin(cls, database, order_number, amount, terminal, bridge):
        """The last attempt; a new one where there is none, or where the last one is known to have charged nothing.
        When this returns it is on the disk, with the request id that every sending will have."""
        with database:
            database.execute("BEGIN IMMEDIATE")
            row = database.execute(
                "SELECT attempt, request_id, body, state, bridge FROM charge WHERE order_number = ? ORDER BY attempt DESC",
                (order_number,),
            ).fetchone()
            if row is not None and row[3] not in NOT_CHARGED:
                charge = cls(database, order_number, row[0], row[1], json.loads(row[2]), row[3])
                if not charge.is_for(amount, terminal):
                    raise OtherCharge(f"The order {order_number} was begun as {row[2]}.")
                if charge.state != "succeeded" and None not in (row[4], bridge) and row[4] != bridge:
                    raise OtherBridge(f"The order {order_number} was begun with the bridge {row[4]}, and this is {bridge}.")
                return charge
            attempt = 1 if row is None else row[0] + 1
            trans_id = f"{order_number}-{attempt}"
            body = {"transId": trans_id, "posTerminalId": terminal, "amount": amount}
            request_id = new_request_id()
            database.execute(
                "INSERT INTO charge (order_number, attempt, request_id, body, state, bridge)"
                " VALUES (?, ?, ?, ?, 'to-send', ?)",
                (order_number, attempt, request_id, json.dumps(body), bridge),
            )
        return cls(database, order_number, attempt, request_id, body, "to-send")

    def is_for(self, amount, terminal):
        return self.body["amount"] == amount and self.body["posTerminalId"] == terminal

    def keep(self, state, answer):
        self.state = state
        with self.database:
            self.database.execute(
                "UPDATE charge SET state = ?, answer = ? WHERE order_number = ? AND attempt = ?",
                (state, json.dumps(answer), self.order_number, self.attempt),
            )


def found(bridge, charge):
    """What the bridge has under the transId of this charge, whichever client sent it; None where it has nothing."""
    sales = list(bridge.operations(transId=charge.body["transId"], kind="sale", order="newest"))
    for sale in sales:
        if sale["state"] not in NOT_CHARGED:
            if not charge.is_for(sale["input"].get("amount"), sale["input"].get("posTerminalId")):
                raise OtherCharge(f"The bridge has {sale['id']} under the transId {charge.body['transId']}.")
            return sale
    return sales[0] if sales else None


def carry_out(bridge, charge, seconds):
    """Sends it under its request id until there is an answer, and waits for the end. Also right when it was sent before."""
    ends = time.monotonic() + seconds
    while charge.state not in ("succeeded", *NOT_CHARGED) and time.monotonic() < ends:
        try:
            try:
                operation = bridge.submit("sale", charge.body, request_id=charge.request_id, wait_seconds=25)
            except Refused as refused:
                # It may have been sent with a token that is another client by now.
                operation = found(bridge, charge)
                if operation is None and refused.is_conclusive:
                    charge.keep("refused", refused.problem)
                    return
                # Any other refusal says nothing of an earlier sending: the charge stays open.
                if operation is None:
                    raise
            charge.keep(operation["state"], operation)
            operation = bridge.wait_until_final(operation["id"], timeout=max(0, ends - time.monotonic()))
            charge.keep(operation["state"], operation)
            if operation["state"] == "needs-person":
                return
        except (NotRunning, OutcomeUnknown, NoAnswer) as error:
            print(error, file=sys.stderr)
            time.sleep(1)


class Arguments(argparse.ArgumentParser):
    """Does not end with 2 for wrong arguments: that is "not known yet" here."""

    def error(self, message):
        self.print_usage(sys.stderr)
        self.exit(64, f"{self.prog}: {message}\n")


def main():
    parser = Arguments(description=__doc__.splitlines()[0])
    parser.add_argument("--url", required=True)
    parser.add_argument("--access", required=True, help="the file with what `token create --json` printed")
    parser.add_argument("--database", default="charges.db")
    parser.add_argument("--terminal", required=True)
    parser.add_argument("--seconds", type=float, default=120, help="how long to wait for the end; a sending that is under way then may take another minute")
    parser.add_argument("order")
    parser.add_argument("amount", type=int, help="in minor units: 1234 is 12.34 EUR")
    parser.add_argument("currency")
    wanted = parser.parse_args()

    try:
        amount = minor(wanted.amount, wanted.currency)
    except ValueError as error:
        parser.error(str(error))

    try:
        with open(wanted.access, encoding="utf-8") as file:
            access = json.load(file)
        bridge = Tillbridge(wanted.url, access["token"], identity=access["identity"])
        key_id = None if access["identity"] is None else access["identity"]["keyId"]
        charge = Charge.begin(opened(wanted.database), wanted.order, amount, wanted.terminal, key_id)
        carry_out(bridge, charge, wanted.seconds)
    except OtherCharge as error:
        print(error, file=sys.stderr)
        return said(wanted.order, 4, state="other-charge")
    except (TillbridgeError, OtherBridge) as error:
        print(error, file=sys.stderr)
        return said(wanted.order, 2, state="not-known", code=getattr(error, "code", type(error).__name__))
    if charge.state == "succeeded":
        code = 0
    elif charge.state in NOT_CHARGED:
        code = 1
    else:
        code = 3 if charge.state == "needs-person" else 2
    return said(charge.order_number, code, transId=charge.body["transId"], state=charge.state)


def opened(file):
    database = sqlite3.connect(file, isolation_level=None, timeout=30)
    database.execute("PRAGMA synchronous = FULL")
    database.execute(TABLE)
    if "bridge" not in [column[1] for column in database.execute("PRAGMA table_info(charge)")]:
        database.execute("ALTER TABLE charge ADD COLUMN bridge TEXT")
    return database


def said(order, exit_code, **members):
    print(json.dumps({"order": order, **members}), flush=True)
    return exit_code


if __name__ == "__main__":
    sys.exit(main())
