import { expect } from 'chai';
import { classOfAddress, type AddressClass } from '../../../core/net/addresses.js';

const CLASSES: Readonly<Record<AddressClass, readonly string[]>> = {
  public: ['8.8.8.8', '::ffff:8.8.8.8', '2606:4700::1111', '192.0.1.1'],
  private: [
    '127.0.0.1',
    '::1',
    '0:0:0:0:0:0:0:1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::127.0.0.1',
    '10.1.2.3',
    '100.64.0.1',
    '172.31.255.255',
    '192.168.0.1',
    'fd12::7',
    'fec0::1',
    // Wherever these lead, it is not the internet as the address says.
    '64:ff9b::808:808',
    '2002:808:808::1'
  ],
  never: [
    '0.0.0.0',
    '169.254.169.254',
    '::ffff:169.254.169.254',
    '64:ff9b::a9fe:a9fe',
    '2002:a9fe:a9fe::1',
    '168.63.129.16',
    '100.100.100.200',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    'fe80::1%eth0',
    'fd00:ec2::254',
    'fd20:ce::254',
    'ff02::1',
    'no address'
  ]
};

describe('addresses', () => {
  for (const [kind, addresses] of Object.entries(CLASSES))
    it(`are ${kind} in every notation`, () => {
      for (const address of addresses) expect(classOfAddress(address), address).to.equal(kind);
    });
});
