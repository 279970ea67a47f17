import { removeFolders } from '../factories/transfer';
import { noteCosts } from './costs';
import { takeComplaints } from '../wall/guard';
import { takePartyComplaints } from '../wall/party-guard';

const writeCosts = noteCosts();

// what helpers leave for the end: they are loaded once, and hooks of their own would be those of one file
afterAll(removeFolders);
afterAll(() => expect(takeComplaints()).toEqual([]));
afterAll(() => expect(takePartyComplaints()).toEqual([]));
afterAll(writeCosts);
