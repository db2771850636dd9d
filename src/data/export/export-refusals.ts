import { inputInvalid } from '../../base/errors.ts';

export const columnsNotAllowed = () =>
  inputInvalid({
    items: [
      {
        itemId: 'columns',
        message: 'The parameter "columns" cannot be used with format=ndjson, which exports whole records.',
      },
    ],
  });
