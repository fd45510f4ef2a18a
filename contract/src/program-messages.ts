// What the server says to programs that read, and to those who give them keys (messages.ts).

export const programMessages = {
  'api-key-ended': 'This API key is not valid: it has ended, was revoked, or was not copied whole.',
  'api-key-scope': 'This API key does not reach so far: it lacks {scope}.',
  'api-key-no-call': 'API keys only read: this call is not for them.',
  'api-key-circle': 'This API key is not for circle "{circle}".',
  'api-key-rate': 'This API key has asked as often as an hour allows. Please ask less often.',
  'api-key-added': 'API key "{name}" is made.',
  'api-key-was-ended': 'API key "{name}" is revoked.',
  'no-api-key': 'There is no API key {id}. It may have been revoked.',
  'too-many-api-keys': 'There are {count} API keys, which is the most. Revoke one first.',
  'feed-token': 'is not a token of this server: begin again at the address without it',
  'feed-moment':
    'This token is of another database, or of one from before a restore. Begin again at the address without it.',
  'feed-parameter': 'There is no parameter "{name}" here.',
  'feed-not-supported': '{what} is not supported here. Nothing was left out silently.',
  'feed-datetime': 'must be an instant such as 2026-03-10T09:00:00Z, or two with a slash between',
  'no-feature': 'There is no such feature.',
  'no-collection': 'There is no such collection, or the key does not reach it.',
  'feed-filter': 'The filter cannot be read at character {at}: {problem}',
} as const;
