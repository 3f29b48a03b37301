package io.azureccm.node.plan;

import io.azureccm.common.core.Refusal;

/** Why a node cannot be initialised with what is known about its machine. */
final class InitialisationException extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient Refusal refusal;

    InitialisationException(String code, String node, String message) {
        super(message, null, false, false);
        this.refusal = new Refusal(code, node, message);
    }

    Refusal refusal() {
        return refusal;
    }
}
