package io.azureccm.common.kube.client;

/** A write that was not sent, since this process may not write any more; the message says why. */
public final class WriteRefused extends RuntimeException {
    private static final long serialVersionUID = 1L;

    WriteRefused(String why) {
        super(why, null, false, false);
    }
}
