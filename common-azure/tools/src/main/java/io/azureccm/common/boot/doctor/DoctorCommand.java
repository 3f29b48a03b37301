package io.azureccm.common.boot.doctor;

import io.azureccm.common.boot.command.Command;
import io.azureccm.common.boot.command.Invocation;
import io.azureccm.common.boot.preview.CommandFlags;
import io.azureccm.common.config.flags.ControllerFlags;
import io.azureccm.common.kube.leader.LeaderClock;
import java.util.List;

/**
 * {@code doctor}: checks whether a controller with these flags would have what it needs, and prints the command that fixes
 * each problem.
 */
public final class DoctorCommand implements Command {
    private static final String FAIL_ON = "fail-on";
    private static final String FAILURE = "failure";

    @Override
    public String name() {
        return "doctor";
    }

    @Override
    public String description() {
        return "Check the prerequisites of the controller in Azure and in the cluster; exit code 0 if all checks"
                + " succeed, 1 for failures, 2 for warnings only; with --fail-on=failure warnings alone exit"
                + " with 0";
    }

    @Override
    public int run(Invocation invocation) {
        if (invocation.args().contains("--help")) {
            invocation.out().println(ControllerFlags.help(invocation.app()));
            return 0;
        }
        CommandFlags own = CommandFlags.of(invocation.args(), List.of(FAIL_ON));
        boolean warningsPass = own.word(FAIL_ON, List.of("warning", FAILURE)).equals(FAILURE);
        DoctorReport report = new Doctor(invocation.app(), invocation.environment(), LeaderClock.SYSTEM.wall())
                .run(own.rest());
        report.lines().forEach(invocation.out()::println);
        return warningsPass && report.warningsAlone() ? 0 : report.exitCode();
    }
}
