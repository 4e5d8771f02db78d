import { z } from 'zod';

/** What somebody writes to support. Its sentences are shown as they are. */
export const ContactForm = z.object({
  name: z.string().trim().min(2, 'Name must be at least 2 characters'),
  email: z.string().trim().pipe(z.email('Please enter a valid email address')),
  subject: z.string().trim().min(5, 'Subject must be at least 5 characters'),
  message: z.string().trim().min(10, 'Message must be at least 10 characters'),
});
export type ContactForm = z.infer<typeof ContactForm>;
export type ContactField = keyof ContactForm;

export const NO_WORDS: ContactForm = { name: '', email: '', subject: '', message: '' };

/** The first thing that is wrong with each field; none of them where all is well. */
export function wrongIn(form: ContactForm): Partial<Record<ContactField, string>> {
  const { error } = ContactForm.safeParse(form);
  const wrong: Partial<Record<ContactField, string>> = {};
  for (const { path, message } of error?.issues ?? []) wrong[path[0] as ContactField] ??= message;
  return wrong;
}

/** Opens a mail that says it all, to `address` where there is one. Line breaks are those of mails. */
export function mailLinkOf(address: string | null, form: ContactForm): string {
  const { name, email, subject, message } = ContactForm.parse(form);
  const body = `Name: ${name}\nEmail: ${email}\n\n${message}`.replace(/\r?\n/g, '\r\n');
  return `mailto:${encodeURIComponent(address ?? '')}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
}
