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
  'webhook-added': 'Webhook "{name}" is made.',
  'webhook-changed': 'Webhook "{name}" is changed.',
  'webhook-removed': 'Webhook "{name}" is removed.',
  'webhook-secret-renewed': 'Webhook "{name}" has a new secret.',
  'no-webhook': 'There is no webhook {id}. It may have been removed.',
  'no-delivery': 'This message is no longer kept.',
  'webhook-is-off': 'The webhook is switched off. Switch it on first.',
  'too-many-webhooks': 'There are {count} webhooks, which is the most. Remove one first.',
  'webhook-url': 'must be an address such as https://example.org/hooks/survey',
  'webhook-url-secure': 'must begin with https://',
  'webhook-url-credentials': 'must not hold a user name or password',
  'webhook-will-resend':
    '{count, plural, =0 {No message} one {One message} other {# messages}} would be sent again.',
  'webhook-resent':
    '{count, plural, =0 {No message is} one {One message is} other {# messages are}} being sent again.',
  'webhook-private':
    'The address belongs to a private network. WEBHOOK_HOSTS of the server can name hosts that are allowed.',
  'webhook-no-host': 'There is no such host.',
  'webhook-timeout': 'The receiver did not answer in time.',
  'webhook-unreachable': 'The receiver cannot be reached, or its certificate is not valid.',
  'webhook-redirect': 'The receiver answered with a redirect, which is not followed.',
  'webhook-refused': 'The receiver did not accept the message.',
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
