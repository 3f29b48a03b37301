package io.azureccm.credential.report;

/**
 * Why there is no response, as one sentence for readers of the kubelet's log. It has no stack trace; the sentence is
 * complete.
 */
public final class Failure extends RuntimeException {
    public Failure(String sentence) {
        super(sentence, null, false, false);
    }
}
