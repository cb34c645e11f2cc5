import { expect, remoteTest as test } from '@latchkey/mock/playwright'

test('the server and the page show the person who has signed in', async ({ page, signIn }) => {
  await signIn('eve@example.com')
  await page.goto('/profile')
  await expect(page.getByRole('heading')).toHaveText('The profile of eve@example.com')
  await page.getByRole('button', { name: 'Ask the service' }).click()
  await expect(page.getByText('The service knows eve@example.com.')).toBeVisible()
})

test('a person signs in by the code in the mail', async ({ page, inbox }) => {
  await page.goto('/')
  await page.getByRole('textbox', { name: 'E-mail' }).fill('linus@example.com')
  await page.getByRole('button', { name: 'Send a code' }).click()
  const { code } = await inbox.email('linus@example.com')
  await page.getByRole('textbox', { name: 'Code' }).fill(code ?? '')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading')).toHaveText('Welcome, linus@example.com')
})

test('a person whose session the service has ended is asked to sign in', async ({ page, mock, signIn }) => {
  const { user } = await signIn('mallory@example.com')
  await page.goto('/')
  await expect(page.getByRole('heading')).toHaveText('Welcome, mallory@example.com')
  await mock.people.revokeSessions(user.id)
  await page.getByRole('link', { name: 'Profile' }).click()
  await expect(page.getByRole('heading')).toHaveText('Sign in')
  await expect(page.getByRole('banner')).toHaveText('Nobody is signed in.')
})
