package io.azureccm.common.boot.doctor;

import io.azureccm.common.boot.command.Command;
import io.azureccm.common.boot.command.Invocation;
import io.azureccm.common.config.flags.ControllerFlags;
import io.azureccm.common.kube.leader.LeaderClock;

/** {@code doctor}: prints what a controller with these flags will need and not find, with the command that mends it. */
public final class DoctorCommand implements Command {
    @Override
    public String name() {
        return "doctor";
    }

    @Override
    public String description() {
        return "Check what the controller will need in Azure and in the cluster; exit code 0, or 1 for failures, 2 for warnings";
    }

    @Override
    public int run(Invocation invocation) {
        if (invocation.args().contains("--help")) {
            invocation.out().println(ControllerFlags.help(invocation.app()));
            return 0;
        }
        DoctorReport report = new Doctor(invocation.app(), invocation.environment(), LeaderClock.SYSTEM.wall())
                .run(invocation.args());
        report.lines().forEach(invocation.out()::println);
        return report.exitCode();
    }
}
