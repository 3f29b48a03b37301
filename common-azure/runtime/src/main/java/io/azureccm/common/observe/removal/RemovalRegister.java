package io.azureccm.common.observe.removal;

import io.azureccm.common.core.removal.Removal;
import io.azureccm.common.core.removal.RemovalApprovals;
import io.azureccm.common.core.removal.Removals;
import io.azureccm.common.kube.leader.LeaseAnnotation;
import io.azureccm.common.observe.LeaseEvents;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The removals of the last plan that are held until they are approved: reported by an event about the controller's lease,
 * where an annotation approves them; by a log line; and by metrics and health, which use {@link #held}.
 */
public final class RemovalRegister implements RemovalApprovals {
    /** The lease annotation that approves removals: one hash, or several separated by commas. */
    public static final String ANNOTATION = "azureccm.io/approve-removals";
    public static final String HELD = "RemovalsHeld";
    public static final String OVER = "RemovalsNotHeld";
    private static final Logger log = LoggerFactory.getLogger(RemovalRegister.class);

    private final LeaseEvents events;
    private final LeaseAnnotation annotation;
    private final Consumer<Removals> listener;
    private volatile Set<String> approved = Set.of();
    private final AtomicReference<Removals> held = new AtomicReference<>(Removals.NONE);

    /** {@code listener} receives the held removals whenever they change. */
    public RemovalRegister(LeaseEvents events, LeaseAnnotation annotation, Consumer<Removals> listener) {
        this.listener = listener;
        this.events = events;
        this.annotation = annotation;
    }

    /** The removals held now; empty on an instance that does not lead. */
    public Removals held() {
        return held.get();
    }

    @Override
    public String command(Removals removals) {
        return "kubectl annotate --overwrite --namespace=" + events.lease().namespace() + " lease/"
                + events.lease().name() + " " + ANNOTATION + "=" + removals.hash();
    }

    @Override
    public Set<String> read(Set<String> spent) {
        annotation.read(spent).ifPresent(read -> approved = read);
        return approved;
    }

    @Override
    public void report(Removals now) {
        Removals before = held.getAndSet(now);
        if (before.equals(now))
            return;
        listener.accept(now);
        if (now.isEmpty()) {
            events.info(log, OVER, "No removals are held any more; held were " + before.describe() + " of plan "
                    + before.hash());
            return;
        }
        String first = now.all().stream().limit(3).map(each -> each.text()).reduce((a, b) -> a + ", " + b).orElse("");
        boolean unmanaged = now.counts().keySet().equals(Set.of(Removal.Kind.UNMANAGED_ROUTE));
        events.warn(log, HELD, "Held, because "
                + (unmanaged
                        ? "nothing proves that it was created for a node of this cluster"
                        : "it is more than azureccm.blast-radius allows")
                + ": removal of " + now.describe() + " (" + first + (now.all().size() > 3 ? ", ..." : "")
                + "). If that is right, approve it: " + command(now));
    }
}
