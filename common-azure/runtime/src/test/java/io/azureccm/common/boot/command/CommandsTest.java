package io.azureccm.common.boot.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.config.options.App;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** The first argument is a command, or the app runs as a controller. */
class CommandsTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private record Named(String name, Function<Invocation, Integer> work) implements Command {
        @Override
        public String description() {
            return "Does " + name;
        }

        @Override
        public int run(Invocation invocation) {
            return work.apply(invocation);
        }
    }

    private OptionalInt run(Function<Invocation, Integer> work, String... args) throws InterruptedException {
        return Commands.of(App.ROUTE, new Named("plan", work))
                .run(List.of(args), Map.of(), stream(out), stream(err));
    }

    private static PrintStream stream(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, true, StandardCharsets.UTF_8);
    }

    @Test
    void commandGetsTheArgumentsAfterItsWordAndDecidesTheExitCode() throws Exception {
        assertThat(run(call -> call.args().equals(List.of("--v=0", "x")) ? 4 : 0, "plan", "--v=0", "x")).hasValue(4);
    }

    @Test
    void appRunsAsAControllerWithoutAWordAndWithRun() throws Exception {
        assertThat(run(call -> 4, "--cloud-config=x", "plan")).isEmpty();
        assertThat(run(call -> 4)).isEmpty();
        assertThat(run(call -> 4, "run", "--v=1")).isEmpty();
        assertThat(Commands.controllerArgs(List.of("run", "--v=1"))).containsExactly("--v=1");
        assertThat(Commands.controllerArgs(List.of("--v=1", "run"))).containsExactly("--v=1", "run");
    }

    @Test
    void unknownWordIsAnErrorThatNamesTheNearestOne() throws Exception {
        assertThat(run(call -> 4, "plam")).hasValue(1);
        assertThat(err.toString(StandardCharsets.UTF_8).strip()).isEqualTo(
                "route-controller: \"plam\" is not a command (did you mean \"plan\"?); commands are run, plan");
    }

    @Test
    void defectOfACommandIsToldAndEndsWithOne() throws Exception {
        assertThat(run(call -> {
            throw new IllegalStateException("broken");
        }, "plan")).hasValue(1);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("plan failed", "broken");
    }

    @Test
    void argumentsThatNameACommandAreToldFromThoseOfAController() {
        assertThat(Commands.isNamed(List.of("plan", "--v=1"))).isTrue();
        assertThat(Commands.isNamed(List.of("run"))).isFalse();
        assertThat(Commands.isNamed(List.of("--v=1", "plan"))).isFalse();
    }

    @Test
    void helpNamesEachCommand() {
        assertThat(Commands.of(App.ROUTE, new Named("plan", call -> 0)).help()).contains("  run\n", "  plan\n",
                "Does plan\n");
    }
}
