package io.azureccm.credential.report;

/** Why there is no answer, as one sentence for whoever reads the kubelet's log. It has no stack trace: the sentence is all. */
public final class Failure extends RuntimeException {
    public Failure(String sentence) {
        super(sentence, null, false, false);
    }
}
