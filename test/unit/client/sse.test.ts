// The client's reader of server-sent events takes bytes as a network gives them: in any pieces.
import { array, assert, nat, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EventParser } from '#client/api/sse.ts';

const stream =
  ': beat\n\nretry: 1000\nevent: hello\nid: 7\ndata: {"seq":7}\n\nevent: status\ndata: {"a":1}\ndata: {"b":2}\n\n' +
  'event: operation\r\nid: 8\r\ndata:{"ü":"€"}\r\n\r\nid: 9\nevent: nothing\n\ndata\n\ndata: cut';

const whole = [
  { event: 'hello', id: '7', data: '{"seq":7}' },
  { event: 'status', id: '7', data: '{"a":1}\n{"b":2}' },
  { event: 'operation', id: '8', data: '{"ü":"€"}' },
  { event: 'message', id: '9', data: '' },
];

describe('reading server-sent events', () => {
  it('gives the same events however the text is cut into pieces, and no event that has no end', () => {
    assert(
      property(array(nat(stream.length)), (cuts) => {
        const parser = new EventParser();
        const places = [0, ...cuts.toSorted((left, right) => left - right), stream.length];
        const pieces = places.slice(1).map((end, index) => stream.slice(places[index], end));
        expect(pieces.flatMap((piece) => parser.push(piece))).toEqual(whole);
      }),
    );
  });

  it.each([
    ['a line', 'data: x', 'x'],
    ['an event of many lines', '', `data: ${'x'.repeat(1_023)}\n`],
  ])('ends where %s never ends', (_what, begin, rest) => {
    const parser = new EventParser();
    const piece = rest.repeat((256 * 1_024) / rest.length);
    const read = () => {
      parser.push(begin);
      for (let pieces = 0; pieces < 40; pieces += 1) parser.push(piece);
    };
    expect(read).toThrow('The event is too long.');
  });

  it('has room for the next event where one has ended', () => {
    const parser = new EventParser();
    const event = `data: ${'x'.repeat(5 * 1_024 * 1_024)}\n\n`;
    expect(parser.push(event)).toHaveLength(1);
    expect(parser.push(event)).toHaveLength(1);
  });

  it('leaves a mark of the byte order out', () => {
    expect(new EventParser().push('\uFEFFdata: x\n\n')).toEqual([{ event: 'message', id: '', data: 'x' }]);
  });
});
