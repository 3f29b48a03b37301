package io.azureccm.common.boot.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.boot.leader.LeaderFlag;
import io.azureccm.common.config.flags.ControllerFlags;
import io.azureccm.common.config.options.App;
import io.azureccm.common.config.options.ControllerOptions;
import io.azureccm.common.exec.WriteFence;
import java.time.Clock;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.integration.leader.event.OnGrantedEvent;
import org.springframework.integration.leader.event.OnRevokedEvent;

/** Who may write: never what was begun in a term that is over. */
class WriteFenceTest {
    private final LeaderFlag leaderFlag = new LeaderFlag(Clock.systemUTC());

    @Test
    void whatAnEarlierTermBeganIsRefusedUntilTheWorkOfTheNextOneBegins() {
        WriteFence fence = fence();
        assertThat(fence.refusal()).isPresent();
        grant();
        leaderFlag.begin(leaderFlag.state().term());
        assertThat(fence.refusal()).isEmpty();
        revoke();
        assertThat(fence.refusal()).isPresent();
        grant();
        assertThat(fence.refusal()).contains("the work of this term has not begun");
        leaderFlag.begin(leaderFlag.state().term());
        assertThat(fence.refusal()).isEmpty();
    }

    @Test
    void aDryRunIsRefusedInAnyCase() {
        WriteFence fence = fence("--dry-run");
        grant();
        leaderFlag.begin(leaderFlag.state().term());
        assertThat(fence.refusal()).isEqualTo(Optional.of("this is a dry run"));
    }

    private WriteFence fence(String... flags) {
        ControllerOptions options = ControllerFlags
                .parse(App.NODE, Stream.concat(Stream.of("--cloud-config=azure.json"), Stream.of(flags)).toList())
                .orThrow()
                .options();
        return new ControllerConfiguration().writeFence(options, new RecordedLoop().election(true), leaderFlag);
    }

    private void grant() {
        leaderFlag.onApplicationEvent(new OnGrantedEvent(this, () -> true, "role"));
    }

    private void revoke() {
        leaderFlag.onApplicationEvent(new OnRevokedEvent(this, () -> false, "role"));
    }
}
