import { afterEach, describe, expect, it, vi } from 'vitest'
import { rejection } from '../../test/serve.ts'
import { openPopup, watchClosing, withPopup } from './popup.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('openPopup', () => {
  it('opens an empty window that cannot reach the page, and steers it', () => {
    const opened = { opener: {}, closed: false, close: vi.fn(), location: { replace: vi.fn() } }
    const open = vi.fn(() => opened)
    vi.stubGlobal('window', { open })
    const popup = openPopup()
    expect(open.mock.calls).toEqual([['about:blank', '_blank', 'popup,width=480,height=720']])
    expect(opened.opener).toBeNull()
    void popup.navigate('https://login.example.com/')
    expect(opened.location.replace.mock.calls).toEqual([['https://login.example.com/']])
    expect(popup.isClosed).toBe(false)
    opened.closed = true
    expect(popup.isClosed).toBe(true)
    void popup.close?.()
    expect(opened.close).toHaveBeenCalledOnce()
  })

  it('takes a window that seems closed for a closed one once the page has the focus again', () => {
    const opened = { closed: true }
    let isFocused = true
    vi.stubGlobal('window', { open: () => opened })
    vi.stubGlobal('document', { hasFocus: () => isFocused })
    const popup = openPopup()
    isFocused = false
    expect(popup.isClosed).toBe(false)
    isFocused = true
    expect(popup.isClosed).toBe(true)
    opened.closed = false
    expect(popup.isClosed).toBe(false)
  })

  it('asks for no focus in a page that had none before, as in jsdom', () => {
    vi.stubGlobal('window', { open: () => ({ closed: true }) })
    vi.stubGlobal('document', { hasFocus: () => false })
    expect(openPopup().isClosed).toBe(true)
  })

  it('opens the window with the features of the caller', () => {
    const open = vi.fn(() => ({}))
    vi.stubGlobal('window', { open })
    openPopup('popup,width=1')
    expect(open).toHaveBeenCalledWith('about:blank', '_blank', 'popup,width=1')
  })

  it('says that the browser blocked the window', () => {
    vi.stubGlobal('window', { open: () => null })
    expect(openPopup).toThrow(expect.objectContaining({ name: 'SignInError', reason: 'popup_blocked' }))
  })
})

describe('withPopup', () => {
  it('closes the window after the work, and after work that fails', async () => {
    const popup = { navigate: () => {}, close: vi.fn() }
    expect(await withPopup(popup, async (shown) => [shown])).toEqual([popup])
    expect(popup.close).toHaveBeenCalledTimes(1)
    const error = new Error('refused')
    expect(await rejection(withPopup(popup, () => Promise.reject(error)))).toBe(error)
    expect(popup.close).toHaveBeenCalledTimes(2)
  })

  it.each([
    [
      'throws',
      () => {
        throw new Error('closing')
      },
    ],
    ['rejects', () => Promise.reject(new Error('closing'))],
    ['never answers', () => new Promise(() => {})],
  ])('ends as the work does when closing the window %s', async (_, close) => {
    const popup = { navigate: () => {}, close }
    expect(await withPopup(popup, async () => 'done')).toBe('done')
    const error = new Error('refused')
    expect(await rejection(withPopup(popup, () => Promise.reject(error)))).toBe(error)
    // A rejection that nobody handles would fail the run.
    await new Promise((resolve) => setImmediate(resolve))
  })

  it('leaves a window alone that nobody can close', async () => {
    expect(await withPopup({ navigate: () => {} }, async () => 'done')).toBe('done')
  })
})

describe('watchClosing', () => {
  it('ends the wait when the window has been closed without a break for as long as an answer may still come', () => {
    vi.useFakeTimers()
    const popup = { navigate: () => {}, isClosed: false }
    const check = watchClosing(popup, 3000)
    expect(check).not.toThrow()
    vi.advanceTimersByTime(60_000)
    expect(check).not.toThrow()
    popup.isClosed = true
    expect(check).not.toThrow()
    vi.advanceTimersByTime(2999)
    expect(check).not.toThrow()
    popup.isClosed = false
    expect(check).not.toThrow()
    vi.advanceTimersByTime(60_000)
    popup.isClosed = true
    expect(check).not.toThrow()
    vi.advanceTimersByTime(2999)
    expect(check).not.toThrow()
    vi.advanceTimersByTime(1)
    expect(check).toThrow(expect.objectContaining({ name: 'SignInError', reason: 'popup_closed' }))
  })

  it.each([-3_600_000, 3_600_000])('waits no longer when the clock of the device is set by %d ms', (jumpMs) => {
    vi.useFakeTimers()
    const check = watchClosing({ navigate: () => {}, isClosed: true }, 3000)
    expect(check).not.toThrow()
    vi.setSystemTime(Date.now() + jumpMs)
    vi.advanceTimersByTime(3000)
    expect(check).toThrow(expect.objectContaining({ reason: 'popup_closed' }))
  })
})
