/** What to do about the error code of a sync. Codes that are not listed are errors of Daybook itself. */
const byCode: Record<string, string> = {
  authRejected:
    'The platform no longer accepts the credentials. The owner of the company must authorize the connection again on its link page; a person with the role developer finds the link in the portal. Then request a sync.',
  notLinked:
    'The connection is not linked. The owner of the company must authorize it on its link page. Then request a sync.',
  permissionDenied:
    'The person who authorized the connection may not read this data on the platform. The owner must give that person the permission there. Then request a sync.',
  paymentRequired: "The company's subscription at the platform does not include this. The owner must change it there.",
  notSupported: 'The platform does not have this kind of data. Nothing needs to be done.',
  recordRefused:
    'The platform sent a record that could not be read; the message names it. If it cannot be fixed on the platform, report it to the operator.',
  fileUnreadable:
    'An uploaded file cannot be read; the message says why. Upload a corrected file, or delete the upload.',
  massDeletion:
    'More than 30 % of the records are missing on the platform, so the sync waits for a person. Check on the platform whether they were really deleted. If so, a person confirms it in the portal; otherwise the sync is cancelled and repeated.',
  heldByChecks:
    'Checks have found problems in what the platform sent, so it is not published and readers see the last good state. The message names the checks, and GET /companies/{companyId}/quality has the records concerned. Fix them on the platform and cancel the sync, or let a person confirm the new state in the portal.',
  rateLimited: 'The platform limits the number of requests. The sync continues by itself at retryAt.',
  unavailable:
    'The platform did not respond or responded with an error. While the status is Waiting, it is tried again at retryAt. If it has ended, request a sync when the platform works again.',
  cancelled: 'A person or a program cancelled the sync. Request a new one if it is needed.',
};

const fromDaybook = 'Something failed in Daybook itself. Report the syncId to the operator.';

export const adviceForSync = (code: string) => byCode[code] ?? fromDaybook;
