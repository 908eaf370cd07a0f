/** A proxy on loopback as companies use them: CONNECT for https, absolute URLs for http. It records its requests. */
import { once } from 'node:events';
import { createServer, request as httpRequest, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';

export interface ProxyServer {
  readonly port: number;
  /** `CONNECT localhost:443`, `GET http://localhost/file`. */
  readonly requests: readonly string[];
  /** The values of `proxy-authorization`, one per request. */
  readonly credentials: readonly (string | undefined)[];
  stop(): Promise<void>;
}

/** With a status, it rejects every request. */
export async function startProxy(refusal?: number): Promise<ProxyServer> {
  const requests: string[] = [];
  const credentials: (string | undefined)[] = [];
  const sockets = new Set<Socket>();
  const note = (request: IncomingMessage): void => {
    requests.push(`${request.method} ${request.url}`);
    credentials.push(request.headers['proxy-authorization']);
  };
  const server = createServer((request, response) => {
    note(request);
    if (refusal !== undefined) return void response.writeHead(refusal).end();
    const { 'proxy-authorization': _mine, ...headers } = request.headers;
    httpRequest(request.url ?? '', { headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    }).end();
  });
  server.on('connect', (request: IncomingMessage, client: Socket) => {
    note(request);
    if (refusal !== undefined) return void client.end(`HTTP/1.1 ${refusal} \u0007Secret words\r\n\r\n`);
    const [host = '', port] = (request.url ?? '').split(':');
    const target = connect(Number(port), host, () => {
      client.write('HTTP/1.1 200 OK\r\n\r\n');
      target.pipe(client).pipe(target);
    });
    for (const socket of [client, target]) {
      sockets.add(socket);
      socket.on('error', () => {});
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    requests,
    credentials,
    stop: async () => {
      server.close();
      server.closeAllConnections();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
}
