// A till as far as an office can tell: a key of its own, and a journal whose records the test writes, rightly or not.
import { generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import type { Json, JsonObject } from '#contract/data/json.ts';
import { keyRecord, signedHeadData, signedRecord } from '#contract/data/signed-head.ts';
import { type JournalRecord, genesis } from '#core/ports/journal.ts';
import { joinOffice } from '#office-link/join.ts';
import type { Member } from '#office-link/membership.ts';
import { type OfficeClient, createOfficeClient } from '#office-link/office-client.ts';
import { linked } from '#store/journal/chain.ts';
import { keyIdOf } from '#store/journal/key-pair.ts';
import { lineOf } from '#store/journal/record-line.ts';

const openSeal = {
  seal: (text: string) => Buffer.from(text, 'utf8'),
  open: (bytes: Uint8Array) => Buffer.from(bytes).toString('utf8'),
};

export class FakeTill {
  records: JournalRecord[] = [];
  #member: Member | null = null;
  readonly #pem: string;
  readonly #sign: (text: string) => string;
  readonly #clients: OfficeClient[] = [];

  constructor() {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    this.#pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
    this.#sign = (text) => sign(null, Buffer.from(text, 'utf8'), privateKey).toString('base64');
    this.append(keyRecord, null, { keyId: keyIdOf(this.#pem), algorithm: 'Ed25519', publicKeyPem: this.#pem });
    this.signHead();
  }

  async join(url: string, code: string): Promise<void> {
    this.#member = await joinOffice({ url, code, journalKey: this.#pem, version: '0.0.0', seal: openSeal });
  }

  get member(): Member {
    if (this.#member === null) throw new Error('the till has not joined');
    return this.#member;
  }

  /** `of`: with the certificate of another till. */
  client(of: FakeTill = this): OfficeClient {
    const { url, authority, certificate, sealedKey } = of.member;
    const key = openSeal.open(Buffer.from(sealedKey, 'base64'));
    const client = createOfficeClient(url, { ca: authority, cert: certificate, key }, new AbortController().signal);
    this.#clients.push(client);
    return client;
  }

  close(): void {
    for (const client of this.#clients) client.close();
  }

  append(type: string, operation: string | null, data: JsonObject): JournalRecord {
    const record = linked(this.records.at(-1) ?? genesis, { at: new Date().toISOString(), type, operation, data });
    this.records.push(record);
    return record;
  }

  signHead(): void {
    const head = this.records.at(-1) ?? genesis;
    const signer = { keyId: keyIdOf(this.#pem), sign: this.#sign };
    this.append(signedRecord, null, signedHeadData(head, signer));
  }

  /** Records of a sale up to this state; the operation's id. */
  sell(value: number, state: 'succeeded' | 'unknown' = 'succeeded', transId?: string): string {
    const id = `op_${randomUUID()}`;
    const amount = { value, currency: 'EUR' };
    const asked = { mode: 'test', environment: 'e', kind: 'cloud-pos', messageType: 'SALE', origin: 'erp' };
    this.append('accepted', id, {
      state: 'accepted',
      ...asked,
      amount,
      terminalId: 'T1',
      transId: transId ?? id,
      refNr: null,
      payId: null,
    });
    this.append('intent', id, { state: 'sending' });
    if (state === 'unknown') this.append('unknown', id, { state });
    else this.end(id, value);
    return id;
  }

  /** The record of a success that took so much. */
  end(id: string, value: number, type = 'succeeded'): void {
    const moved: { [name: string]: Json } = {
      payment: id,
      brand: null,
      currency: 'EUR',
      taken: value,
      givenBack: 0,
      released: 0,
      authorised: 0,
      tip: 0,
      open: 0,
    };
    this.append(type, id, { state: 'succeeded', payId: `pay-${id}`, moved });
  }

  /** Records of a refund up to this state; the operation's id. */
  refund(
    value: number,
    {
      id = `op_${randomUUID()}`,
      payId = null,
      refundOf,
      line,
      claim,
      state = 'succeeded',
    }: {
      readonly id?: string;
      readonly payId?: string | null;
      /** The sale whose money it gives back. */
      readonly refundOf?: string;
      readonly line?: string;
      readonly claim?: 'granted' | 'away';
      readonly state?: 'accepted' | 'unknown' | 'succeeded' | 'failed';
    } = {},
  ): string {
    this.append('accepted', id, {
      state: 'accepted',
      mode: 'test',
      environment: 'e',
      kind: payId === null ? 'refund-unreferenced' : 'refund',
      origin: 'erp',
      messageType: null,
      amount: { value, currency: 'EUR' },
      terminalId: null,
      transId: id,
      refNr: null,
      payId,
      ...(refundOf === undefined ? {} : { refundOf }),
      ...(line === undefined ? {} : { line }),
      ...(claim === undefined ? {} : { claim }),
    });
    if (state !== 'accepted') this.endRefund(id, value, state);
    return id;
  }

  endRefund(id: string, value: number, state: 'unknown' | 'succeeded' | 'failed'): void {
    this.append('intent', id, { state: 'sending' });
    const moved = { payment: id, currency: 'EUR', taken: 0, givenBack: value, released: 0, authorised: 0, tip: 0 };
    this.append(state, id, { state, ...(state === 'succeeded' ? { moved: { ...moved, brand: null, open: 0 } } : {}) });
  }

  lines(after = 0): string {
    return this.records.slice(after).map(lineOf).join('');
  }
}
