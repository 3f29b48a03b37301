package io.azureccm.common.arm;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.unreadable.UnreadableResource;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs which resources cannot be read: each once, and once more when it can be read again or is gone. */
public final class UnreadableLog {
    private static final Logger log = LoggerFactory.getLogger(UnreadableLog.class);

    private UnreadableLog() {}

    /** {@code before} and {@code now}: what two answers to the same request show. */
    public static void note(Collection<UnreadableResource> before, Collection<UnreadableResource> now) {
        if (before.isEmpty() && now.isEmpty())
            return;
        Set<UnreadableResource> known = new HashSet<>(before);
        now.stream()
                .filter(each -> !known.contains(each))
                .forEach(each -> log.warn("{}; whatever needs it waits, and it is neither written nor deleted",
                        each.describe()));
        Set<ArmId> left = now.stream().map(UnreadableResource::id).collect(Collectors.toSet());
        before.stream()
                .filter(each -> !left.contains(each.id()))
                .forEach(each -> log.info("{} can be read again, or is gone", each.id()));
    }
}
