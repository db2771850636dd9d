import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Book, type BookType, recordsOf } from './seeded-book.ts';

/** The platform `seeded`: the books of companies by name, at /{company}/{dataType}. */
export async function serveBooks() {
  const books = new Map<string, Book>();
  const server = createServer((request, response) => {
    const [, company = '', dataType = ''] = (request.url ?? '').split('/');
    const book = books.get(company);
    if (!book) return response.writeHead(404).end('{}');
    const text = JSON.stringify(recordsOf(book, dataType as BookType));
    response.writeHead(200, { 'content-type': 'application/json' }).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    books,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
