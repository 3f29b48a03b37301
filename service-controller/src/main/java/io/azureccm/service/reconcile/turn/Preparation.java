package io.azureccm.service.reconcile.turn;

import java.util.List;

/** A write to a Service that has to be done before Azure is written to for it. */
public sealed interface Preparation {
    public String uid();

    /** What is done, for people. */
    public String describe();

    /** So that the Service cannot vanish before its load balancer did. */
    public record AddFinalizer(String uid) implements Preparation {
        @Override
        public String describe() {
            return "add the load balancer finalizer";
        }
    }

    /** The Service shows an address that is about to be taken away: it is to show no more than these. */
    public record WithdrawAddresses(String uid, List<String> remaining) implements Preparation {
        public WithdrawAddresses {
            remaining = List.copyOf(remaining);
        }

        @Override
        public String describe() {
            return remaining.isEmpty() ? "show no address" : "show only " + String.join(", ", remaining);
        }
    }
}
