package io.azureccm.common.core.removal;

import java.util.Set;

/** Reports held removals to users and reads their approvals. */
public interface RemovalApprovals {
    /** Nobody can approve anything. */
    RemovalApprovals NONE = unheard();

    /** Reports to nobody, and nothing is approved. */
    static RemovalApprovals unheard() {
        return new RemovalApprovals() {
            @Override
            public Set<String> read(Set<String> spent) {
                return Set.of();
            }

            @Override
            public void report(Removals held) {
                // Ignored.
            }
        };
    }

    /**
     * The approved hashes; removes those that are spent. Waits for the response; if the read fails, the previous result is
     * kept.
     */
    Set<String> read(Set<String> spent);

    /** The command with which users approve these; "" if there is none. */
    default String command(Removals removals) {
        return "";
    }

    /** The removals held now; returns at once, and may be called repeatedly with the same. */
    void report(Removals held);
}
