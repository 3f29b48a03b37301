package io.azureccm.common.boot.preview;

import io.azureccm.common.boot.ControllerLoop;
import io.azureccm.common.boot.ControllerProgram;
import io.azureccm.common.boot.PreviewSource;
import io.azureccm.common.boot.command.UsageException;
import io.azureccm.common.core.preview.Preview;
import io.azureccm.common.kube.informer.InformerStatus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;

/**
 * Makes the plan of a program once: the caches fill, the loop runs turns until nothing is left to be read, and the result is
 * returned.
 */
final class OneShot {
    private static final Duration STORED = Duration.ofMillis(50);

    private OneShot() {}

    /** {@code result} receives the plan, and the loop with the data it has read, before the loop is closed. */
    static <T> T run(ControllerProgram program, PlanPorts from, Duration longest,
            BiFunction<Preview, ControllerLoop, T> result) throws InterruptedException {
        ControllerLoop loop = program.open(from.ports());
        try {
            List<PreviewSource> sources = loop.previews();
            if (sources.isEmpty())
                throw new UsageException("with these flags and this cloud config the app plans nothing");
            return result.apply(preview(loop, sources, from, longest), loop);
        } finally {
            loop.close();
            loop.informers().close();
        }
    }

    private static Preview preview(ControllerLoop loop, List<PreviewSource> sources, PlanPorts from, Duration longest)
            throws InterruptedException {
        long end = System.nanoTime() + longest.toNanos();
        loop.informers().start();
        List<String> unread = new ArrayList<>();
        if (!synced(loop, from, end)) {
            loop.informers()
                    .status()
                    .stream()
                    .filter(each -> !each.synced())
                    .map(OneShot::unsynced)
                    .forEach(unread::add);
        } else {
            for (PreviewSource source : sources) {
                if (!io.azureccm.common.reconcile.TurnsUntilIdle.make(source.turns(), source::isPreliminary,
                        Duration.ofNanos(end - System.nanoTime()), from.ports().clock()))
                    unread.add("the plan was not ready within " + longest.toSeconds() + " s");
            }
        }
        loop.informers()
                .status()
                .forEach(each -> each.unreadable()
                        .ifPresent(why -> unread.add(each.resource() + " of the Kubernetes API: " + why)));
        Preview whole = sources.stream().map(PreviewSource::preview).reduce(Preview::and).orElseThrow();
        unread.addAll(from.reads().failures());
        Preview readable = from.stored()
                ? whole
                : MissingGroups.planWithout(whole, from.ports().azure().config(), from.reads());
        return readable.lacking(unread);
    }

    /** True if all informers have synced. Missing objects of a stored cluster will never arrive. */
    private static boolean synced(ControllerLoop loop, PlanPorts from, long end) throws InterruptedException {
        while (!loop.informers().awaitSynced(from.stored() ? STORED : Duration.ofNanos(end - System.nanoTime()))) {
            boolean failed = loop.informers().status().stream().anyMatch(each -> each.problem().isPresent());
            if (!from.stored() || failed || System.nanoTime() > end)
                return false;
        }
        return true;
    }

    private static String unsynced(InformerStatus status) {
        return status.resource() + " of the Kubernetes API"
                + status.problem().map(problem -> ": " + problem).orElse(": no response in time");
    }
}
