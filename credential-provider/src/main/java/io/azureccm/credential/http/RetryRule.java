package io.azureccm.credential.http;

/**
 * When a request is sent again: after 1, 2, 4 ... seconds, give or take a fifth, or when the answer says so.
 *
 * @param tries how often it is sent at most
 * @param notReady whether 404 and 410, too, mean "ask again", as they do where identities are handed out
 * @param atLeastOwnWait whether a shorter Retry-After does not count
 */
public record RetryRule(int tries, boolean notReady, boolean atLeastOwnWait) {
    public static final RetryRule USUAL = new RetryRule(4, false, false);
    public static final RetryRule IDENTITY = new RetryRule(6, true, false);

    public RetryRule withAtLeastOwnWait(boolean wanted) {
        return new RetryRule(tries, notReady, wanted);
    }

    boolean applies(int status) {
        return switch (status) {
            case 408, 429, 500, 502, 503, 504 -> true;
            case 404, 410 -> notReady;
            default -> false;
        };
    }
}
