package io.azureccm.common.core.removal;

import java.util.Set;

/** Where users are told what is held, and approve it. */
public interface RemovalApprovals {
    /** Nobody is told, and nobody approves. */
    RemovalApprovals NONE = new RemovalApprovals() {
        @Override
        public Set<String> read(Set<String> spent) {
            return Set.of();
        }

        @Override
        public void tell(Removals held) {
            // There is nobody.
        }
    };

    /** The hashes that are approved; takes those away that are spent. Waits for the answer; what cannot be read is as it was. */
    Set<String> read(Set<String> spent);

    /** What users type to approve these; "" where nobody can be asked. */
    default String command(Removals removals) {
        return "";
    }

    /** What is held as of now; returns at once, and may be called again with the same. */
    void tell(Removals held);
}
