// The settings that a QR code carries into Collect: its own JSON, zlib, Base64.
import { deflateSync } from 'node:zlib';
import type { PhoneLanguage } from '@survey/contract';

/** What a surveyor should not touch: hidden in the app. */
const hidden = [
  ...['change_server', 'periodic_form_updates_check', 'automatic_update', 'hide_old_form_versions'],
  ...['form_update_mode', 'change_autosend', 'delete_after_send', 'change_form_metadata'],
  ...['instance_form_sync', 'image_size', 'high_resolution', 'external_app_recording'],
  ...['change_constraint_behavior', 'analytics', 'save_as'],
];

export interface PhoneSettings {
  /** Where OpenRosa is spoken. */
  address: string;
  username: string;
  secret: string;
  /** Shown at the head of the app. */
  project: string;
  language: PhoneLanguage;
}

/** The text of the QR code. */
export const collectSettings = ({
  address,
  username,
  secret,
  project,
  language,
}: PhoneSettings): string => {
  const settings = {
    general: {
      protocol: 'odk_default',
      server_url: address,
      username,
      password: secret,
      // The phone has the forms and lists that the server has, without a tap.
      form_update_mode: 'match_exactly',
      periodic_form_updates_check: 'every_fifteen_minutes',
      autosend: 'wifi_and_cellular',
      // Sent reports stay readable on the phone; their photos take room: the office says when to delete them.
      delete_send: false,
      // Where the form says nothing else: 2048 pixels.
      image_size: 'medium',
      constraint_behavior: 'on_swipe',
      app_language: language,
      metadata_username: username,
      analytics: false,
    },
    admin: Object.fromEntries(hidden.map((name) => [name, false])),
    project: { name: project, icon: '🏠', color: '#1f6f5c' },
  };
  return deflateSync(JSON.stringify(settings), { level: 9 }).toString('base64');
};
