import { type Book, randomOf } from '../../books/book.ts';
import { goods, services } from '../../books/words.ts';

export function isService(index: number): boolean {
  return index % 4 === 3;
}

export function itemName(book: Book, index: number): string {
  const random = randomOf(book, 'items', index);
  return `${random.pick(isService(index) ? services : goods)} ${String(100 + index)}`;
}
