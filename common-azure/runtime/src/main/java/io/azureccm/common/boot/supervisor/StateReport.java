package io.azureccm.common.boot.supervisor;

import io.azureccm.common.boot.azure.SessionOpener;
import io.azureccm.common.boot.leader.Election;
import io.azureccm.common.boot.leader.HandOver;
import io.azureccm.common.boot.leader.HandOverState;
import io.azureccm.common.boot.leader.HandOverText;
import io.azureccm.common.boot.leader.LeaderFlag;
import io.azureccm.common.config.options.App;
import io.azureccm.common.core.unreadable.UnreadableResource;
import io.azureccm.common.observe.ControllerState;
import io.azureccm.common.observe.ControllerState.Phase;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BinaryOperator;
import java.util.stream.Stream;

/** Assembles the state of a supervised controller: its phase, who leads, its loop and informers, and its access to Azure. */
final class StateReport {
    private final HandOverText text;
    private final ControllerSupervisor.Parts parts;
    private final SupervisorTiming pace;
    private final SessionOpener opener;
    private final Clock clock;

    /** What the supervisor is doing; {@code lastTick} is when it last checked. */
    record Doing(boolean working, boolean stopping, Instant lastTick) {}

    StateReport(App app, ControllerSupervisor.Parts parts, SupervisorTiming pace, SessionOpener opener,
            Clock clock) {
        this.text = new HandOverText(app);
        this.parts = parts;
        this.pace = pace;
        this.opener = opener;
        this.clock = clock;
    }

    ControllerState of(Optional<LoopOnSession> stage, Doing doing) {
        LeaderFlag.Taken leaderFlag = parts.leaderFlag().state();
        return new ControllerState(phase(stage, doing.stopping(), leaderFlag.taken()), leadership(leaderFlag),
                work(stage, doing),
                new ControllerState.Kubernetes(stage.map(now -> now.loop().informers().status()).orElse(List.of())),
                new ControllerState.Azure(parts.reach().reach(),
                        stage.map(now -> now.session().store().calls()).orElse(0L),
                        stage.map(StateReport::oldestAnswers).orElse(Map.of()),
                        stage.map(StateReport::unreadable).orElse(List.of()), opener.rejectedChange()));
    }

    private static List<UnreadableResource> unreadable(LoopOnSession stage) {
        return Stream.concat(stage.session().store().unreadable().stream(), stage.loop().unreadable().stream())
                .distinct()
                .toList();
    }

    private static Map<String, Instant> oldestAnswers(LoopOnSession stage) {
        Map<String, Instant> oldest = new TreeMap<>(stage.session().store().oldestByType());
        stage.loop()
                .oldestAnswers()
                .forEach((type, at) -> oldest.merge(type, at, BinaryOperator.minBy(Comparator.naturalOrder())));
        return oldest;
    }

    private ControllerState.Leadership leadership(LeaderFlag.Taken leaderFlag) {
        Election.LeaderState leader = parts.election().leader();
        return new ControllerState.Leadership(leaderFlag.taken() && parts.election().leads(),
                parts.election().decidedBy(),
                leaderFlag.since(),
                leader.holder(), leader.problem(), others(leaderFlag.taken()));
    }

    private ControllerState.OtherPrograms others(boolean leading) {
        HandOver handOver = parts.election().handOver();
        boolean held = leading && handOver.state() == HandOverState.HELD && !handOver.taken().isEmpty();
        return new ControllerState.OtherPrograms(held ? Optional.of(text.held(handOver)) : Optional.empty(),
                handOver.leases()
                        .entrySet()
                        .stream()
                        .map(each -> new ControllerState.OtherLease(each.getKey().toString(),
                                each.getValue().isRenewed(), HandOverText.state(each.getValue())))
                        .toList());
    }

    private Phase phase(Optional<LoopOnSession> stage, boolean stopping, boolean working) {
        if (stopping)
            return Phase.STOPPING;
        if (stage.isEmpty())
            return opener.isDisabled() ? Phase.DISABLED : Phase.CONNECTING;
        if (!stage.get().loop().informers().synced())
            return Phase.SYNCING;
        if (!working)
            return Phase.STANDBY;
        if (!parts.election().leads())
            return Phase.DRY_RUN;
        return parts.election().handOver().state() == HandOverState.CLEARED && parts.leaderFlag().refusal().isEmpty()
                ? Phase.LEADING
                : Phase.HOLDING;
    }

    private ControllerState.Work work(Optional<LoopOnSession> stage, Doing doing) {
        Duration own = since(doing.lastTick());
        Duration loop = stage.filter(now -> doing.working())
                .map(now -> since(now.loop().lastTurn()))
                .orElse(Duration.ZERO);
        boolean dead = own.compareTo(pace.tickLimit()) > 0;
        boolean working = !dead && stage.filter(now -> now.loop().isWorking()).isPresent();
        return new ControllerState.Work(dead ? own : loop, working ? pace.turnLimit() : pace.tickLimit(),
                stage.flatMap(now -> now.loop().stats()));
    }

    /** Never negative, even if another thread set the moment after the clock was read. */
    private Duration since(Instant moment) {
        Duration since = Duration.between(moment, clock.instant());
        return since.isNegative() ? Duration.ZERO : since;
    }
}
