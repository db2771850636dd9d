import { createServer } from 'node:http';

/** A collector of traces that accepts everything and reads nothing of it, so that only the sender is measured. */
createServer((request, response) => {
  request.resume().once('end', () => response.end());
}).listen(Number(process.env.PORT), '127.0.0.1');
