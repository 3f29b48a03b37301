package io.azureccm.credential.http;

/**
 * When to retry a request: after 1, 2, 4 ... seconds, plus or minus a fifth, or as the response requests.
 *
 * @param tries maximum number of attempts
 * @param notReady whether 404 and 410 are retried, too, as identity endpoints require
 * @param atLeastOwnWait whether a shorter Retry-After is ignored
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
