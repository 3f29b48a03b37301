package io.azureccm.common.core.removal;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Approvals as a test gives them, and what was told. */
public final class ApprovalsInMemory implements RemovalApprovals {
    private final Set<String> hashes = new TreeSet<>();
    private final List<Removals> told = new ArrayList<>();
    private int reads;

    public void approve(String hash) {
        hashes.add(hash);
    }

    public Set<String> approved() {
        return Set.copyOf(hashes);
    }

    /** How often it was asked. */
    public int reads() {
        return reads;
    }

    /** What was told, one after the other, where it differed. */
    public List<Removals> told() {
        return told;
    }

    public Removals held() {
        return told.isEmpty() ? Removals.NONE : told.getLast();
    }

    @Override
    public Set<String> read(Set<String> spent) {
        reads++;
        hashes.removeAll(spent);
        return Set.copyOf(hashes);
    }

    @Override
    public String command(Removals removals) {
        return "approve " + removals.hash();
    }

    @Override
    public void report(Removals held) {
        if (!held.equals(held()))
            told.add(held);
    }
}
