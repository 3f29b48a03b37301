package io.azureccm.common.architecture;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import io.azureccm.common.arm.CallPriority;
import io.azureccm.common.arm.CallQueue;
import io.azureccm.common.core.removal.RemovalApprovals;
import io.azureccm.common.core.removal.Removals;
import io.azureccm.common.reconcile.turn.Effect;
import io.azureccm.common.reconcile.turn.Lanes;
import io.azureccm.common.reconcile.turn.TurnSteps;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

/** What acts in the steps of a turn is found, also behind other classes. */
class TurnRulesTest {
    private static final String HERE = "io.azureccm.common.architecture";

    @Test
    void stepsThatReturnValuesKeepTheRules() {
        JavaClasses steps = new ClassFileImporter().importClasses(Steps.class);

        assertThatCode(() -> TurnRules.ofSteps(HERE).forEach(rule -> rule.check(steps))).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(classes = {Releasing.class, Yielding.class, Approving.class, Logging.class})
    void stepThatActsIsFound(Class<?> acting) {
        ArchRule rule = TurnRules.ofSteps(HERE).getLast();
        JavaClasses steps = new ClassFileImporter().importClasses(acting, Steps.class, Helper.class);

        assertThatThrownBy(() -> rule.check(steps)).isInstanceOf(AssertionError.class)
                .hasMessageContaining(acting.getSimpleName());
    }

    @Test
    void stepThatRemembersIsFound() {
        JavaClasses steps = new ClassFileImporter().importClasses(Remembering.class, Steps.class);

        assertThatThrownBy(() -> TurnRules.ofSteps(HERE).getFirst().check(steps)).hasMessageContaining("last");
    }

    @Test
    void rulesThatFindNoStepsFail() {
        JavaClasses none = new ClassFileImporter().importClasses(Helper.class);

        assertThatThrownBy(() -> TurnRules.ofSteps(HERE).getFirst().check(none))
                .hasMessageContaining("failed to check any classes");
    }

    private static class Steps implements TurnSteps<String, String, String, Effect> {
        @Override
        public String update(String known, List<String> events, Instant now) {
            return known;
        }

        @Override
        public String plan(String known, Lanes underWay, Instant now) {
            return known;
        }

        @Override
        public Result<String, Effect> decide(String known, String plan, Lanes underWay, Instant now) {
            return new Result<>(known, List.of());
        }

        @Override
        public Instant nextTurn(String known, String plan, Instant now) {
            return now;
        }
    }

    private static final class Releasing extends Steps {
        private final Runnable lease = () -> {};

        @Override
        public String plan(String known, Lanes underWay, Instant now) {
            lease.run();
            return known;
        }
    }

    private static final class Yielding extends Steps {
        @Override
        public String plan(String known, Lanes underWay, Instant now) {
            CallQueue.NONE.yieldTo(CallPriority.DRIFT);
            return known;
        }
    }

    private static final class Approving extends Steps {
        @Override
        public String plan(String known, Lanes underWay, Instant now) {
            RemovalApprovals.NONE.report(Removals.NONE);
            return known;
        }
    }

    private static final class Logging extends Steps {
        @Override
        public String plan(String known, Lanes underWay, Instant now) {
            return Helper.log(known);
        }
    }

    private static final class Remembering extends Steps {
        private String last = "";

        @Override
        public String plan(String known, Lanes underWay, Instant now) {
            last = last + known;
            return last;
        }
    }

    private static final class Helper {
        static String log(String text) {
            LoggerFactory.getLogger(Helper.class).info("{}", text);
            return text;
        }
    }
}
