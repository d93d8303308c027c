// The least that a proxy can be: every request goes on to the gateway over a kept connection, every answer comes back.
// What it adds is what any program in between adds on Node, and the measure for the bridge. Prints its port.
import { Agent, createServer, request } from 'node:http';

const target = new URL(process.argv[2] ?? '');
const agent = new Agent({ keepAlive: true });

const server = createServer({ noDelay: true }, (incoming, outgoing) => {
  const { method, url: path, headers } = incoming;
  const options = { agent, host: target.hostname, port: target.port, method, path, headers };
  const onward = request(options, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(outgoing);
  });
  onward.on('error', () => outgoing.destroy());
  incoming.pipe(onward);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`${typeof address === 'object' ? address?.port : ''}\n`);
});
