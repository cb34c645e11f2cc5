import { type AfterFailure, expect, type SweepContext, sweep, test } from '@latchkey/mock/playwright'

/** The sentence that a person reads when something has failed. */
const words = ({ page }: SweepContext) => page.getByRole('alert').or(page.getByText('Your session has ended.'))

/** If the page does not go on, it says why. */
async function saysWhy({ outcome, context }: AfterFailure<SweepContext>): Promise<void> {
  if (outcome !== 'passes') await expect(words(context)).toHaveText(/\w/)
}

test(
  'signs in by code, edits the profile, and signs out',
  sweep(
    async ({ page, inbox }) => {
      const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
      const heading = (name: string) => expect(page.getByRole('heading', { name, exact: true, level: 1 })).toBeVisible()
      await page.goto('/')
      await page.getByLabel('E-mail').fill('ada@example.com')
      await press('Send a code')
      await expect(page.getByText('We sent six digits to ada@example.com.')).toBeVisible()
      await page.getByLabel('Code').fill((await inbox.email('ada@example.com')).code ?? '')
      await press('Sign in')
      await heading('Welcome')
      await page.getByLabel('first name').fill('Ada')
      await press('Save')
      await heading('Welcome back, Ada')
      await press('Sign out')
      await heading('Sign in')
    },
    {
      onRefusal: saysWhy,
      onNetwork: saysWhy,
      isSignedIn: ({ page }) => page.getByRole('button', { name: 'Sign out', exact: true }).isVisible(),
      ...(process.env.LATCHKEY_TESTS === 'full' ? {} : { sample: 15 }),
    },
  ),
)
