package io.azureccm.e2e.suite.faults;

import io.azureccm.e2e.suite.faults.cluster.World;
import java.util.List;

/**
 * How many sequences are played, from which seed on, in which worlds in turn, and how many at a time.
 *
 * @param times how often each is played: threads run as they like, so that one that went wrong need not do so again
 * @param lanes sequences at a time; most of the time of each is spent waiting
 * @param virtual whether they are played in virtual time, one at a time
 */
record FaultOptions(long sequences, long first, int times, List<World> worlds, int lanes, boolean virtual) {
    static final FaultOptions DEFAULT = new FaultOptions(100, 1, 1, List.of(World.values()), 8, false);

    static FaultOptions parse(List<String> arguments) {
        FaultOptions options = DEFAULT;
        for (String argument : arguments) {
            String[] parts = argument.split("=", 2);
            String value = parts.length == 2 ? parts[1] : "";
            options = switch (parts[0]) {
                case "--sequences" -> options.sequences(Long.parseLong(value));
                case "--first" -> options.first(Long.parseLong(value));
                case "--times" -> options.times(Integer.parseInt(value));
                case "--world" -> options.in(value.isEmpty()
                        ? List.of(World.values())
                        : List.of(value.split(",")).stream().map(World::of).toList());
                case "--lanes" -> options.lanes(Integer.parseInt(value));
                case "--virtual" -> options.inVirtualTime();
                default -> throw new IllegalArgumentException(argument
                        + " is not known; there are --sequences=N, --first=SEED, --times=N, --world=NAME, --lanes=N and"
                        + " --virtual");
            };
        }
        return options;
    }

    FaultOptions sequences(long value) {
        return new FaultOptions(value, first, times, worlds, lanes, virtual);
    }

    FaultOptions first(long value) {
        return new FaultOptions(sequences, value, times, worlds, lanes, virtual);
    }

    FaultOptions times(int value) {
        return new FaultOptions(sequences, first, value, worlds, lanes, virtual);
    }

    FaultOptions in(List<World> value) {
        return new FaultOptions(sequences, first, times, value, lanes, virtual);
    }

    FaultOptions lanes(int value) {
        return new FaultOptions(sequences, first, times, worlds, value, virtual);
    }

    FaultOptions inVirtualTime() {
        return new FaultOptions(sequences, first, times, worlds, 1, true);
    }

    /** The world of a sequence, counted from 0. */
    World world(long index) {
        return worlds.get((int) (index / times % worlds.size()));
    }

    /** The seed of a sequence, counted from 0. */
    long seed(long index) {
        return first + index / times / worlds.size();
    }

    /** The command that plays one sequence again. */
    String again(World world, long seed) {
        return "./playground faults " + (virtual ? "--virtual " : "") + "--sequences=1 --world=" + world.title()
                + " --first=" + seed;
    }
}
