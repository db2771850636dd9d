import Type from 'typebox';
import { CompanyParams } from '../companies/wire.ts';

export const ProofParams = Type.Object({
  ...CompanyParams.properties,
  proofId: Type.String({ format: 'uuid' }),
});

export const BundleQuery = Type.Object(
  {
    chainFrom: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 2_147_483_647,
        default: 1,
        description:
          'Number (`sequence`) of the first entry of the chain in the bundle. Send a later one if the reader already has the chain up to there.',
      }),
    ),
  },
  { additionalProperties: false },
);

const ProofKey = Type.Object(
  {
    publicKey: Type.String({
      pattern: '^[A-Za-z0-9_-]{43}$',
      description: 'The public half: the 32 bytes of an ed25519 key, in base64url.',
    }),
    createdAt: Type.String({ format: 'date-time', description: 'Entries from this time on may be signed with it.' }),
    retiredAt: Type.Optional(
      Type.String({
        format: 'date-time',
        description: 'No later entry is signed with it. Absent in the key that is in use.',
      }),
    ),
  },
  { title: 'ProofKey' },
);

const algorithm = Type.Enum(['ed25519'], { description: 'How entries are signed.' });
const order = 'The key in use, then retired ones, newest first.';

export const ProofKeys = Type.Object(
  { algorithm, keys: Type.Array(ProofKey, { description: order }) },
  { title: 'ProofKeys' },
);

const PublicProofKey = Type.Object(
  {
    ...ProofKey.properties,
    cell: Type.Optional(
      Type.String({ description: 'The cell that signs with it. Absent if the installation has only one.' }),
    ),
  },
  { title: 'PublicProofKey' },
);

export const PublicProofKeys = Type.Object(
  {
    algorithm,
    keys: Type.Array(PublicProofKey, { description: `${order} If there are several cells, one cell after the other.` }),
    unreachableCells: Type.Optional(
      Type.Array(Type.String(), {
        description: 'Cells that did not answer, so their keys are missing. Absent if the installation has only one.',
      }),
    ),
  },
  { title: 'PublicProofKeys' },
);
