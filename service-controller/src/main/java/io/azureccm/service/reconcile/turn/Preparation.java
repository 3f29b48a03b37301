package io.azureccm.service.reconcile.turn;

import java.util.List;

/** A write to a Service that must precede writes to Azure for it. */
public sealed interface Preparation {
    public String uid();

    /** For messages. */
    public String describe();

    /** Ensures that the Service is not deleted before its load balancer. */
    public record AddFinalizer(String uid) implements Preparation {
        @Override
        public String describe() {
            return "add the load balancer finalizer";
        }
    }

    /** The Service shows an address that is about to be removed: its status is reduced to the remaining ones. */
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
