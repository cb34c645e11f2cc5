import { useConnectModal } from '@rainbow-me/rainbowkit'
import { Title } from './Title.tsx'

export function Connect() {
  const { openConnectModal } = useConnectModal()
  return (
    <>
      <Title>Connect your wallet</Title>
      <p>Leave a tip with any wallet of your browser. It asks you before anything happens.</p>
      <button type="button" className="primary" onClick={openConnectModal}>
        Choose a wallet
      </button>
    </>
  )
}
