/** A key pair without the record around it. */
export interface KeyPair {
  readonly algorithm: 'RS256' | 'ES256' | 'EdDSA'
  /** RFC 7638 thumbprint. */
  readonly kid: string
  readonly publicJwk: Readonly<Record<string, string>>
  readonly privateJwk: Readonly<Record<string, string>>
}

/**
 * Fixed keys for development: a new instance creates none, and tokens stay the same from run to run.
 *
 * They are public, like this file, and protect nothing. `kid` is the RFC 7638 thumbprint.
 */
export const developmentKeys: readonly KeyPair[] = [
  {
    algorithm: 'RS256',
    kid: 'SBaFJ5mVtCtzJCC2mHYnL9oexKmPFUiPDtCuQz1BUfE',
    publicJwk: {
      kty: 'RSA',
      n:
        'iqWQ2Kj9_JjIXyw3p-90bUor3bIbQ6jIREpwf5lOU0D8IeKJDjre19DIvKSb_nErREFx5TASsyRkgi8h9VO1JUKDN05HprHk' +
        'HaAnjgOgKE5yRbJI6nyLNo3I3q4QMGpLWOkU-zcnzhVEtXwlt42uqn-1Hu1wPmcTU1yvLH9PvUTvUzwO5NNbAKiuir8WwGLr' +
        '_5QF0nniMOcej8QB_dxWo_esL_wRJRLfrEImEiknA1hWrRDH54-SbY6yzd9-aAkuSVa6J-uxo7jfHRNE_4LuUEfmTIGsKaZQ' +
        'POMKYtEeesQQOw71YagBA7ppKqreietHQnEPfYiU9lCkNm_IYHpihQ',
      e: 'AQAB',
    },
    privateJwk: {
      kty: 'RSA',
      n:
        'iqWQ2Kj9_JjIXyw3p-90bUor3bIbQ6jIREpwf5lOU0D8IeKJDjre19DIvKSb_nErREFx5TASsyRkgi8h9VO1JUKDN05HprHk' +
        'HaAnjgOgKE5yRbJI6nyLNo3I3q4QMGpLWOkU-zcnzhVEtXwlt42uqn-1Hu1wPmcTU1yvLH9PvUTvUzwO5NNbAKiuir8WwGLr' +
        '_5QF0nniMOcej8QB_dxWo_esL_wRJRLfrEImEiknA1hWrRDH54-SbY6yzd9-aAkuSVa6J-uxo7jfHRNE_4LuUEfmTIGsKaZQ' +
        'POMKYtEeesQQOw71YagBA7ppKqreietHQnEPfYiU9lCkNm_IYHpihQ',
      e: 'AQAB',
      d:
        'nuUgrDinjuxozS-dCK04wWwTSSG0YC9R2sWLYCtz20QC6RVogxL1A1ZEHF1pMjHkyFTUddU-NO8nTE5e9b62jebj9TBdRoEI' +
        'ftUjXnz1we3ixdEH1iPEiYlvR9tWLNiDl_3LAs-BPj5voY55q13AHabEL0l_ySX_QsIXZI6wC8jsG7PHuviEEpxTsCe9SapK' +
        'EcWlv1d4vecMkpt7KnXzSJ7JkIgozRK3eyz7DGiU9ISdG_wMLMHMJCnVDMUdpx-qsLci8Nwt265AB_TmzNMJWjQhnexFqweT' +
        'mq2G44sB_K4B5Lvz8R2k7LLXyx_BNf4Kc2G_udGpUUbISEkbaruB',
      p:
        'wPZxmtBMT5roMBX28lY1JLRgXNwwQ9F9wbC65ILbONvqfThb9-VGIomS6ftPFRkkgdS47AFil1Nkln8Y5RDXctHRiVZxRVle' +
        '5ZTGj6OiGvMBkzd_2CoKbmJPhVA1JLJzFXArJ_CoxbU7gkTgk8JaA6BH0ACxzPkBBF-HoyUTRok',
      q:
        't_Cn872aZ7yOOFCzPsYgfXjTF2Ysez7zycqfJcwDVEEuIHc7p30X0eWMO6qBUOonO60uB3ayd9CGUi6cWBlgFAXUoWmIi3SC' +
        'F_tfUYflmLYHHdK4tMqmofIaWRB2NGNfZpCndvY118zUsOanVDL_oaJv8L_8REQxpIyawVZm_R0',
      dp:
        'T1E-E3AJ3jMDvDhbIPQUtji635DW-hmTwtldiW7MpAup0L0o-LYy5SF91VYrBLYoDoIdXU2YdDGgSEiIOCh7F0RuCDETMHlz' +
        'C5XjJMoTaVZ4UEZg878cOJGKtHbq0WHU8nwAEVPYXCSKCJs9YR9jltf8jOCsNWApbd3CyGoGCVk',
      dq:
        'Ise2ejgXwhW9LpjTy8La0d7Oy1Xeg09b-YP-o773wi6w8iKZfQoCPwYQhhevbAVadcZBNdgT1uPvAgseNOpXaHHRytORpgzZ' +
        'rH8zfs8bcsy4e8Mkecr3xxdoM_8Q2scPeu1PPQdBFxT8ApcafKlH_OAiGnuyz5W1bU_I01XrE2E',
      qi:
        'DaZEejd0yCIGupNy-kDNXUDHdXb4_A7MGJ7o_XTeOjlgFcEGhnNm0lO94VFqDr_GeED5e29oKM4VzSCECcyvrxd1ZgKqBZ1O' +
        'kgifLXTlZ8elSVkdLWcZsSVCndJTv4a3bWF-g8MJS2kJAYwUVo4zMsTiVIEhtpE5nzEDugiK3NU',
    },
  },
  {
    algorithm: 'RS256',
    kid: 'lJyn-BVIVOEB23R7dDkoWIhkFfYz-0wVp0EbYRYp4fE',
    publicJwk: {
      kty: 'RSA',
      n:
        'us1wR7IT44153mDQZGHFfX3oOwptcgRVW0YMZ_79E7vb2_MF0Dk4VbnMl2v-ZnmzHeJoy4PCuuQrXDGgHzanp7l2uCJnAhzX' +
        'tf_w_4pKFXuSgw9dlBRRagg7Ix3eyDUZrCkWnpLayqiIEy1jNqNZOSfUnW7gDuaFHxFvEXwkRZ_WM6q2stjnahsPy1YPOm8k' +
        'PrpJqNhfW-IF2EFTibrcd9tSQxrFb_3WbJehyIo1fqxyWkkeOFPYE7tVx4KCZLyPMYaGdCcqOY5P0tOPQmeL8gNHBP10KdDp' +
        'QqNwZ45OeSwCUIpymuuqrFcpQzRdk0q7hfN2YkD-fdJmpQhy1rhbZw',
      e: 'AQAB',
    },
    privateJwk: {
      kty: 'RSA',
      n:
        'us1wR7IT44153mDQZGHFfX3oOwptcgRVW0YMZ_79E7vb2_MF0Dk4VbnMl2v-ZnmzHeJoy4PCuuQrXDGgHzanp7l2uCJnAhzX' +
        'tf_w_4pKFXuSgw9dlBRRagg7Ix3eyDUZrCkWnpLayqiIEy1jNqNZOSfUnW7gDuaFHxFvEXwkRZ_WM6q2stjnahsPy1YPOm8k' +
        'PrpJqNhfW-IF2EFTibrcd9tSQxrFb_3WbJehyIo1fqxyWkkeOFPYE7tVx4KCZLyPMYaGdCcqOY5P0tOPQmeL8gNHBP10KdDp' +
        'QqNwZ45OeSwCUIpymuuqrFcpQzRdk0q7hfN2YkD-fdJmpQhy1rhbZw',
      e: 'AQAB',
      d:
        'D48QiaUA2EfIKi6HWb6omig3hI6WYq3CHxHf8w8fX_QAsi3OtfL3vAqRF0Rs2KozftfrZ8mrGX5Rrwi76bDXfzY798aqkvF5' +
        'Qg515NyAb5BuucqfPh5nHZBfJJcJuRE7K_mMI1vfkoukMdZQ8i17pZgP5g3LGbkEYEitpv4sPNdldmRNCGQjYCvWVWRakFr-' +
        'S0zqDYHc-qAXMHwL1Hn6DYgQXNqsNN8j--gNLXGGdbOlDTe-bLXLNMIOPKe-R97ztAJ85ghC7TW6y-zun7y0A6_ZoTO2MObn' +
        'mlbETbjCcVJOtxi-RICeWkUSWEjFCE52pMz1CqXHdybFhmQZXrXxgQ',
      p:
        '4CS63-lP-ePLxQLCs7llXnZbi5jYtJrfjsR3xLXkLRu6KmO6jGc0sbfKee2muVQthRa3L6V1HlATp4zrzI3GMqJsy6FTlwVN' +
        'g19QdhzK-lsDK0XUOkpo71R_GCGvPQzguX3GSOgpv9nyE9S5Af35aC-afRFkx_ElLB_eUuHp7kE',
      q:
        '1VoWtRKCoFC0RN0Q71Kqvpy52X9BVIgZidtKsTLFKsNw_cVdQ-0_2aXSAqtikM83k-HEp8OMvd2PDyJ5dUKEjLAgd_zSPFN3' +
        'Uo87gWFV5R3SNUQ0k2kdRYAZzzZyu_hfbinmoCSV3h4bSwBGQ2FNgqU9eHxL7egztgijeyxgL6c',
      dp:
        '21MViQRDvcGpIp4Q5swC5OvrqC1n31Gsb4bPqyxQmdMH13K-l6Rla4DsH2LsQWydHh2cIoNEluTEVq8ODJqt1d4ZlyfFI4GM' +
        '13_su6Zw94kXEMDDakZlZ8rGklZjotl3DAqGe9CxCYm51q3QWqKp6ciq4raiZwMP3J1SbsegoAE',
      dq:
        'Zcw0ZXVNiny3ZtwsBmTlP0m8i4BihZjixpoxi1b0KLFUKmGPXKfI_WpXSBrKTtnwZMkmcf2mG7mpVslWNpLkd9RZyaaCEXKp' +
        'zmS1OchdmZKfB_dhNqzC4LR8nBgYqoOZ1RB9EBAkyfSHhUO-QswclaeOKvzzpbJTahm5Fz5XLqU',
      qi:
        'sJX8bYWv5OxJEBExkdEC6eMJbqc7f4GqVspW8LRHJ_7vATPfc5geS9jpP2L61smtWtulhNNqe84gZKaH28IAs4KMyapKHhu8' +
        'TJfcygLXbt5XYN-97Qm6nvXdqYqhkB8xp_mGVkG3ST1ddiIvPVPMeyWRy4pUvguenpE1nPpEkUU',
    },
  },
  {
    algorithm: 'RS256',
    kid: 'WbCvsP7v1AbxFRbDYInaSEisGKIarY2XrITPtkkMEa4',
    publicJwk: {
      kty: 'RSA',
      n:
        'xOFYXcBbE1XdReWpWqinQd5tUeCExlmvRTy1q3q8EDFP58JlCovwiwQdpplU-8rUXSahTIGI9SscP9_8NNreoCbjFNej6gHE' +
        'QxNFasBNaVvYjnvQMx7usqJz7QNGYYU5H3g-uM9f0de5ZFedHLIKarHoLFSBADOjqAq0Bura6RdkPAKAKyTsjEqLn3KE4TNa' +
        '5q7uGjzWJZeE6w9qfOBaE0eGjZB-kcXv9i_wEqjSjjlOxsunN6rUCD9796Hab6-pMJ8UiHMR6VGpOwLZUEdUJPUzDdhqOsRE' +
        '_dj3gOIlMthmltcOFlUj120HZQmCZjt2THv-jzvF94l2T9kQCCwO7w',
      e: 'AQAB',
    },
    privateJwk: {
      kty: 'RSA',
      n:
        'xOFYXcBbE1XdReWpWqinQd5tUeCExlmvRTy1q3q8EDFP58JlCovwiwQdpplU-8rUXSahTIGI9SscP9_8NNreoCbjFNej6gHE' +
        'QxNFasBNaVvYjnvQMx7usqJz7QNGYYU5H3g-uM9f0de5ZFedHLIKarHoLFSBADOjqAq0Bura6RdkPAKAKyTsjEqLn3KE4TNa' +
        '5q7uGjzWJZeE6w9qfOBaE0eGjZB-kcXv9i_wEqjSjjlOxsunN6rUCD9796Hab6-pMJ8UiHMR6VGpOwLZUEdUJPUzDdhqOsRE' +
        '_dj3gOIlMthmltcOFlUj120HZQmCZjt2THv-jzvF94l2T9kQCCwO7w',
      e: 'AQAB',
      d:
        'AazzLoVQ7kr2FG-BAKfvCS_jjC0ULK1ljFwCYij-x5MWsEz3l-JTmaSyB6vkSSZt08rGI3t9zZ0RX2wmHmjN_HrymTjP5wZM' +
        'Hl72yvxDhsBC467X9bdrrZZ3awzcM-U2fBF-CQvqxiVdobyjRVH0tPmjlYG09fG2zRc0lQgi5f7SM0-3BrX60YSInLkVKdIT' +
        'NJm3uz2wwwk7xmBCKSGHvzV4KIfdbsscti478IvNI1pFR9xirIPRwfbIxBh7FpgBlUMqHd4MbcRh7dZJFqaXaZemENJ9YVKW' +
        'Hzc-9GN5ciH2SmPJ7rS-ZqpZYcmRvlOBn0iHQn0bxSy1snF6odckEQ',
      p:
        '7dGQIOlLw3UKhQKUj0jr7PnLcg5kb_C7kTCiWf1FAyW5C4NxOukOm4o-8Of30GP6XnjV7UFDkeGgw7DRC-3jnaNIFp6h62on' +
        'UdMuVaQakKJHVjqq2btf-iGLQrAo4V921mHDxVOpp-Ck7JkttvjsSaoDafQY4Gopewj4puitZhU',
      q:
        '0-6P-DKJkaTNwzAKgU129jpUIc8l4jpsSrwVqrlq4RdU_oW17swodvr6OqMrdOtJZLc-zxgWTLnIgKJBHfvCkYfQH0u-7OmZ' +
        'ZAxQjYCViv_KC0Mg_4w0U_gGMKLmNmYXxWUYpN5GpkyCNfK7V31CPR6Khzvg5sWwheXl6SNuxfM',
      dp:
        '32ik2yYOtHk4_qbj5I7-g0pOYsE-fSJLMiPcAGm68S_42-YI8uyJeniulCV2Wd_yDdm6Lf3Hej3ZhryORYSe9TG0wPsY5Ux9' +
        'z5JxzqYxBnpMRacrZQtvKE1mw6k1XjMOMmr5PGBR2pFgnZtwpJjHcJQ0TM6wp_FTMm_FFxcx_dk',
      dq:
        'jnN0-_xkMaxXzhH1jbIW-yx7rnoBWc2xSo6f9bBJ4eB_9dDEWC2MKWVLWqygoicgnvz4z9S98HaUCbqGEHRP9OgYAWE1hSMD' +
        'QpdwcZxzaAnEscs-W-bOqX42Euz71qbK5ZitduwdCty0TTTJreX45wInVPzvj85jd6zu28VASPc',
      qi:
        'jAAHDrsr1MFVkOq40kkJkNkK8IrBd6I4pr5g95XZ0CjTDi21CAKwb70akmccY8SJs_yWW35vHuYAM2Byk05Qj66VwQo3ulN_' +
        'LyhoTqogg5ktp0sgCy7KFLqzmDfHR675QN2dB0LMxhrt63KOycJUKdgGPkYHgrzIk3nYJZBx-ME',
    },
  },
  {
    algorithm: 'RS256',
    kid: 'iP7z_iGIa8Sf3FCab8B2lXnO_KuA8MTelqCQrmMJfDo',
    publicJwk: {
      kty: 'RSA',
      n:
        '5O5vgsx8LjEzDHlchdel2Fa74yQ4jer_mfG117rTLA7WHHpg9uV1Ua0ymJQ-1smQAmfRwX0XrNfw6PoBGcUVApLI2jvleTFf' +
        'Eo-oB0crtTLqfVAIOflhT2QJm6HPZ80VD7v-CYMS8orOtyBEvZCYOHUxsdN5V-ozIHWUFpJoYVwt62edEzrV3gXha3xIxzmH' +
        'pq3xfeTUduu4yTVf6JvfPviFiRO13-zvKZYQ3jQ8hujEqVtxhz2_DOjXtDbz4SfuOGQgI4B83AHgs-0xkAjRgCSMJcN3QAKn' +
        '2jodZpWIUhW9gZEee86BCKfHs-CxWlb4Km-WvpO5ckWq02JbFqCHvQ',
      e: 'AQAB',
    },
    privateJwk: {
      kty: 'RSA',
      n:
        '5O5vgsx8LjEzDHlchdel2Fa74yQ4jer_mfG117rTLA7WHHpg9uV1Ua0ymJQ-1smQAmfRwX0XrNfw6PoBGcUVApLI2jvleTFf' +
        'Eo-oB0crtTLqfVAIOflhT2QJm6HPZ80VD7v-CYMS8orOtyBEvZCYOHUxsdN5V-ozIHWUFpJoYVwt62edEzrV3gXha3xIxzmH' +
        'pq3xfeTUduu4yTVf6JvfPviFiRO13-zvKZYQ3jQ8hujEqVtxhz2_DOjXtDbz4SfuOGQgI4B83AHgs-0xkAjRgCSMJcN3QAKn' +
        '2jodZpWIUhW9gZEee86BCKfHs-CxWlb4Km-WvpO5ckWq02JbFqCHvQ',
      e: 'AQAB',
      d:
        'NVMqy1NZS6MvKmUsfYqlOVa-riJ2P-xwvEmWm1kLrlQIYJrK8kexg6RtyCej2YEa18yaCdFbDepA1evCDOAgzDgnq9nO0mOD' +
        'Kz4mHAficPMatrTJLcPefFEngcZ3msyk7sTR4CJVbASUMQjFqkg_hMsbl7nUJnvJi_KHW5if0qlmv4VUxpVOM0dpCmnuUfld' +
        'cWVe4ObgSVHe1fEWHmtzvx0IwpZD7vZc0M5Av7mruympZgcwjHncu0RIq-VuTej_1u7l2tbOGbxiR2hTTC1-T01WQio6FlIW' +
        'bZe-SdX745o-tr6o-yu5bILfljdIMAVMWt8HKX1tAosXajuqad9EEQ',
      p:
        '-QU-ed1guaLKhCl-L60JvUUMRr3XyvBXyfqWLcB8zJahJzf7YEMJWQ3LCM2YpxJZFx3kB09cJA1ePwpBVy-txirgN8x8YJjY' +
        '9LKWH09FDKqUn9vSfRUqPjQEt30j_iSaEmGz1rk1J6G_sB-g0JQlmp-Lb0LvVZYfZyImn3AdX1k',
      q:
        '61kMrrp93xQoA9GcJl5riNUC2hyu6c-GJ1_78MVhHjxuWGDTIiJODay5rH5XsRyQNIN_0t4hbZEJSP7p6WjZrFwNhkHs4HXd' +
        'HRPJArLrp_oNCIvFhbd_3R-T0pqyN55IfW9qCuWYH5nMT6w3QGYtZsNbdE4pLpub6ffd1hIYowU',
      dp:
        '3jLNspPUsRAPQKp9jDEM1bP85kqTeOPIkdNlmeF9-lgV6BbN2PE4MBxcpLg_lCSNFlF3nQY1I35CMGIIN7G1j3PGqkNuYAtC' +
        '2-VWiw2CgXDcOWA-i5oNHX_xDYE-UpF6YRiJDfoo8fokPxWZu0PV4gimtFq3kFjqIG6ao_24V9E',
      dq:
        'sn56YPbuSke2RZcvT-Zitoefvx7sBkavn6NrqGN60fzRT9Q3rXbJLhPnSo0UIy7frARj6OEyBzBuE1_Kto0gMloqo73SUzbx' +
        'OYFs_dAHbQH36phfeZf_sQynB57uNcKlhgT_Lz6MzsLNs0uRKBWWr47RCPfSwheg-6VTKW3WI6U',
      qi:
        'VXA3nikc4cjbAA1KMKedOH0YXlPmdKw0ddQatR36eY1GS4EpZ0_di-jDm5CtuUPalktfSoR9Srpe_ainPLZ9kwIZdAu7m3_r' +
        'XDlHbLdsEg0O_9yDl3_XRHGc74f9ejf5AcotsdfpmRHvHfoor0TPp51a6YguIUy1KoS7aws3O2E',
    },
  },
  {
    algorithm: 'ES256',
    kid: 'mFCu74XLtPOOc1NR2eDok-oKHsrzsSUB_9U69krYOPI',
    publicJwk: {
      kty: 'EC',
      x: 'HNpoCOOcnokj_JbyUjtxYhaVT_7vqIQym5snAw04YQg',
      y: 's2jOBmM_xnTWkVzAewYfsyw4b87Oq59vKnhFCUOLg0g',
      crv: 'P-256',
    },
    privateJwk: {
      kty: 'EC',
      x: 'HNpoCOOcnokj_JbyUjtxYhaVT_7vqIQym5snAw04YQg',
      y: 's2jOBmM_xnTWkVzAewYfsyw4b87Oq59vKnhFCUOLg0g',
      crv: 'P-256',
      d: 'dxeegosLFxxfz-70Fn9QAnMc3RJiY3LhlKEfxZsVp9Y',
    },
  },
  {
    algorithm: 'ES256',
    kid: 'ditrjDnqc9xcTipwmqmMYQmiJREJI9ipQma_kshyIMg',
    publicJwk: {
      kty: 'EC',
      x: 'vRdZ7nhf98aRU525JvhF-rl1EOIBS7p_GzR2ck35dHc',
      y: 'cuOygDys-gOiSAxtUyJfVtngETjUSMcWcIKYJSwjod0',
      crv: 'P-256',
    },
    privateJwk: {
      kty: 'EC',
      x: 'vRdZ7nhf98aRU525JvhF-rl1EOIBS7p_GzR2ck35dHc',
      y: 'cuOygDys-gOiSAxtUyJfVtngETjUSMcWcIKYJSwjod0',
      crv: 'P-256',
      d: 'QNKyQ0PgNCbfHx2258_OEBgyaUQVJK3jFR6jQBfmjX8',
    },
  },
  {
    algorithm: 'EdDSA',
    kid: 'DCpJjEOUke3LPywIGqtaQCWjogmzm_GQ7_4s6urJqPU',
    publicJwk: {
      crv: 'Ed25519',
      x: 'HA1gqj1MYY5eXjEE2wvhZwiV9oWr2nYK5HK58QKBxKA',
      kty: 'OKP',
    },
    privateJwk: {
      crv: 'Ed25519',
      d: 'do9dcOrshP3ULyIv5_zNSa5qMASbDbxazPsYzZCdjOE',
      x: 'HA1gqj1MYY5eXjEE2wvhZwiV9oWr2nYK5HK58QKBxKA',
      kty: 'OKP',
    },
  },
  {
    algorithm: 'EdDSA',
    kid: 'h1MG14Qwc0jiDJp9XPrLD5EDQDzVqvzfWekLQBY-5r4',
    publicJwk: {
      crv: 'Ed25519',
      x: 'b4x58vA1-vhXigH5I-u1I3yVqJ1VoAPNKPoStxSg17s',
      kty: 'OKP',
    },
    privateJwk: {
      crv: 'Ed25519',
      d: '1baQrHNCb7SFTR1BWuLIhUlieYzW51mbzypJYJvamsI',
      x: 'b4x58vA1-vhXigH5I-u1I3yVqJ1VoAPNKPoStxSg17s',
      kty: 'OKP',
    },
  },
]
