package io.azureccm.common.observe;

import io.azureccm.common.core.PrintableText;
import io.azureccm.common.core.condition.ConditionOptions;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells in advance when a certificate of this app expires: by a gauge of the days left, and from 30 days before by a log line and an event a
 * day, which only the leader emits. Files are read anew each time, since they are replaced.
 */
public final class CertificateWatch implements MeterBinder {
    public static final String REASON = "CertificateExpires";
    /** From when on it is told. */
    public static final Duration EARLY = Duration.ofDays(30);
    private static final Logger log = LoggerFactory.getLogger(CertificateWatch.class);
    private static final Duration EACH_DAY = Duration.ofDays(1);

    private final List<Source> sources;
    private final InstantSource clock;
    private final LeaseEvents events;
    private final BooleanSupplier leads;
    private final ConditionOptions options;
    private final Map<String, Instant> told = new HashMap<>();

    /** A certificate by its name in messages and metrics; {@code chain} is empty if it is not used, or cannot be read now. */
    public record Source(String name, String what, Supplier<List<X509Certificate>> chain) {
        Optional<Instant> end() {
            try {
                return chain.get().stream().map(each -> each.getNotAfter().toInstant()).min(Comparator.naturalOrder());
            } catch (RuntimeException unreadable) {
                log.debug("{} cannot be read: {}", what, unreadable.toString());
                return Optional.empty();
            }
        }
    }

    /** {@code leads}: whether events are emitted. */
    public CertificateWatch(List<Source> sources, InstantSource clock, LeaseEvents events, BooleanSupplier leads,
            ConditionOptions options) {
        this.sources = List.copyOf(sources);
        this.clock = clock;
        this.events = events;
        this.leads = leads;
        this.options = options;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        for (Source source : sources)
            Gauge.builder("controller.certificate.days.left", source, each -> each.end()
                    .map(end -> Duration.between(clock.instant(), end).toSeconds() / (double) EACH_DAY.toSeconds())
                    .orElse(Double.NaN))
                    .tag("certificate", source.name())
                    .description("Days until a certificate expires; NaN if there is none, or it cannot be read")
                    .register(registry);
    }

    /** Tells of each certificate that expires soon, if that was not told within a day. */
    public synchronized void check() {
        if (!leads.getAsBoolean())
            return;
        Instant now = clock.instant();
        for (Source source : sources) {
            Optional<Instant> end = source.end().filter(each -> each.isBefore(now.plus(EARLY)));
            if (end.isEmpty() || told.getOrDefault(source.name(), Instant.MIN).isAfter(now.minus(EACH_DAY)))
                continue;
            told.put(source.name(), now);
            long days = Duration.between(now, end.get()).toDays();
            String text = source.what() + (end.get().isAfter(now)
                    ? " expires in " + PrintableText.counted(days, "day") + ", at "
                    : " has expired, at ") + end.get().truncatedTo(ChronoUnit.SECONDS)
                    + ": replace it as "
                    + options.page("the guide on rotating certificates", "docs/guides/rotate.md") + " describes";
            events.warn(log, REASON, text);
        }
    }
}
